import type { Site } from './createSite.ts';
import { type ServedFile, renderFile } from './renderFile.ts';

/** One page: what it loads, in this order, and what it shows. */
export interface HtmlPage {
  /** Where the page is, base path included. */
  path: string;
  styles: readonly string[];
  scripts: readonly string[];
  /** HTML below the bar, and at its end; escaped where it has to be. */
  body: string;
  tools?: string;
  /** What the page may do beyond loading from this server; sources by directive. */
  policy: Readonly<Record<string, string>>;
}

/** What holds for every page: nothing comes from, and nothing goes to, another host; nobody frames it. */
const POLICY = {
  'default-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Renders a page of the site, with the content security policy that holds it to this server. */
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

/** Text as it stands in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
