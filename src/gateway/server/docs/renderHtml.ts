import type { Site } from './createSite.ts';
import { type ServedFile, renderFile } from './renderFile.ts';

/** A page: what it loads, in this order, and its content. */
export interface HtmlPage {
  /** The path of the page, base path included. */
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

/** Renders a page of the site with its content security policy. */
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
