import { marked } from 'marked';
import type { Site } from './createSite.ts';
import { type ServedFile, renderAsset } from './renderFile.ts';
import { renderHtml } from './renderHtml.ts';

export interface TextPage {
  /** The path of the page, base path included. */
  path: string;
  /** The path of the style; see `renderTextStyle`. */
  style: string;
  /** It is trusted. */
  markdown: string;
}

/** Renders a page of text. */
export function renderText(site: Site, { path, style, markdown }: TextPage): ServedFile {
  const text = marked.parse(markdown, { async: false });
  return renderHtml(site, { path, styles: [style], scripts: [], body: `<main>${text}</main>`, policy: {} });
}

/** Renders the style of all pages of text; returns its path too. */
export function renderTextStyle(site: Site): [string, ServedFile] {
  return renderAsset(site.assets, 'text', 'css', STYLE);
}

const STYLE = `main { max-width: 46em; margin: 32px auto; padding: 0 20px; font: 16px/1.6 sans-serif; color: #1d2a24; }
main a { color: #0f6b42; }
main h1, main h2, main h3 { line-height: 1.25; }
main h2 { margin-top: 2em; padding-bottom: 4px; border-bottom: 1px solid #d4e0da; }
main code { overflow-wrap: anywhere; padding: 2px 5px; border-radius: 3px; background: #eef4f1; font-size: 14px; }
main table { display: block; overflow-x: auto; border-collapse: collapse; }
main th, main td { padding: 6px 12px; border: 1px solid #d4e0da; text-align: left; }
@media (prefers-color-scheme: dark) {
  body { background: #101613; }
  main { color: #dfe8e3; }
  main a { color: #7fd3ab; }
  main code { background: #1d2a24; }
  main h2, main th, main td { border-color: #2c3d35; }
}
`;
