// What all pages of the documentation share: files with their headers, the navigation bar, and the token of a browser tab.
import { digestOf } from '../../http/entityTags.ts';

/** A page: what it loads, in this order, and its content. */
interface HtmlPage {
  path: string;
  styles: readonly string[];
  scripts: readonly string[];
  /** HTML of the page, below the navigation bar; already escaped. */
  body: string;
  /** HTML at the end of the navigation bar; already escaped. */
  tools?: string;
  /** What the content security policy allows beyond loading from this server: sources by directive. */
  policy: Readonly<Record<string, string>>;
}

/** The policy of every page: nothing is loaded from or sent to another host, and no page may frame it. */
const POLICY = {
  'default-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

export function renderHtml(site: Site, { path, styles, scripts, body, tools = '', policy }: HtmlPage): ServedFile {
  const links = [...site.names].map(
    ([to, name]) => `<a href="${escapeHtml(to)}"${to === path ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a>`,
  );
  const loads = [
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(site.icon)}">`,
    ...[site.style, ...styles].map((style) => `<link rel="stylesheet" href="${escapeHtml(style)}">`),
    ...scripts.map((script) => `<script src="${escapeHtml(script)}" defer></script>`),
  ];
  const text = `<!doctype html>
<html lang="en" data-base-path="${escapeHtml(site.basePath)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${site.names.get(path)} · ${site.apiName}`)}</title>
${loads.join('\n')}
</head>
<body>
<header class="bar">
<strong><img src="${escapeHtml(site.icon)}" alt="" width="24" height="24">${escapeHtml(site.apiName)}</strong>
<nav aria-label="Pages">
${links.join('\n')}
</nav>
${tools}
</header>
${body}
</body>
</html>
`;
  const directives = Object.entries({ ...POLICY, ...policy }).map(([name, sources]) => `${name} ${sources}`);
  return renderFile('html', text, directives.join('; '));
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export type Site = ReturnType<typeof createSite>;

interface SiteSettings {
  basePath: string;
  apiName: string;
  /** The path of the first page, base path included; assets are below it. */
  home: string;
  /** The names of the pages in the navigation bar, by path, base path included. */
  names: ReadonlyMap<string, string>;
}

/** Renders the parts that all pages share. */
export function createSite({ basePath, apiName, home, names }: SiteSettings) {
  const assets = `${home}/assets`;
  const icon = renderAsset(assets, 'icon', 'svg', ICON);
  const style = renderAsset(assets, 'site', 'css', STYLE);
  const tokenScript = renderAsset(assets, 'token', 'js', TOKEN_SCRIPT);
  return {
    basePath,
    assets,
    names,
    apiName,
    icon: icon[0],
    style: style[0],
    /** The script that stores the token for all pages of one browser tab. */
    tokenScript: tokenScript[0],
    /** The icon, the style and the script themselves. */
    files: new Map([icon, style, tokenScript]),
  };
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#49b684">
  <path d="M16 3 29 10v3H3v-3z"/>
  <path d="M5 14h4v11H5zm9 0h4v11h-4zm9 0h4v11h-4zM3 26h26v3H3z"/>
</svg>
`;

/** The session storage of a tab ends with it, and is not shared with other tabs or later visits. */
const TOKEN_SCRIPT = `'use strict';
const tokenStore = (() => {
  const key = 'portico-token:' + document.documentElement.dataset.basePath;
  const attempt = (work) => {
    try {
      return work();
    } catch {
      // Without storage, every page asks for the token.
      return null;
    }
  };
  return {
    read: () => attempt(() => sessionStorage.getItem(key)) ?? '',
    write: (token) => void attempt(() => token === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, token)),
  };
})();
`;

const STYLE = `body { margin: 0; }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; box-sizing: border-box;
  min-height: 52px; padding: 8px 20px; background: #17211c; color: #e8efeb; font: 15px/20px sans-serif;
}
.bar strong { display: flex; align-items: center; gap: 10px; font-size: 18px; }
.bar nav { display: flex; flex-wrap: wrap; gap: 4px 24px; }
.bar a { padding: 4px 0; min-width: 24px; color: #b9c9c1; text-decoration: none; }
.bar a:hover, .bar a:focus-visible, .bar a[aria-current] { color: #fff; }
.bar a[aria-current] { box-shadow: 0 2px #49b684; }
`;

/** The headers and the body of one path, rendered in advance. */
export interface ServedFile {
  headers: Readonly<Record<'content-type' | 'content-length' | 'etag' | 'cache-control', string>>;
  body: Buffer;
}

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
} as const;

type Extension = keyof typeof TYPES;

/** The policy of files that are no page: they load nothing. */
const LOAD_NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** Renders a file that may change with the next start: clients revalidate it. */
export function renderFile(extension: Extension, text: string, policy = LOAD_NOTHING): ServedFile {
  return render(extension, text, policy, 'no-cache');
}

/** Renders a file whose path is derived from its content, so that it never changes; returns both. */
export function renderAsset(folder: string, name: string, extension: Extension, text: string): [string, ServedFile] {
  const path = `${folder}/${name}.${digestOf(text).slice(0, 10)}.${extension}`;
  return [path, render(extension, text, LOAD_NOTHING, 'public, max-age=31536000, immutable')];
}

function render(extension: Extension, text: string, policy: string, caching: string): ServedFile {
  const body = Buffer.from(text);
  const headers = {
    'content-type': TYPES[extension],
    'content-length': String(body.length),
    etag: `"${digestOf(text)}"`,
    'cache-control': caching,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  };
  return { headers, body };
}
