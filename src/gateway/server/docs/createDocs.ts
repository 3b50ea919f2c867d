// The documentation, which is public: the OpenAPI documents, an API reference, further pages, and GraphiQL. Everything is rendered
// once, and only known paths are served.
import { marked } from 'marked';
import {
  type ReferenceAddition,
  type TokenHelp,
  type TokenSource,
  describeTokenSource,
  renderReference,
} from './renderReference.ts';
import { type ServedFile, type Site, createSite, renderAsset, renderFile, renderHtml } from './site.ts';

/** A page of text: its path below the base path, and its name in the navigation bar. */
interface DocsPage {
  path: string;
  name: string;
  /** Called when the page is first opened. */
  renderMarkdown(): string;
}

/** What GraphiQL is rendered for: its path, base path included, and how to get a token. */
export interface GraphiqlPage {
  site: Site;
  path: string;
  tokenHelp: TokenHelp;
}

/** Renders GraphiQL and all files that it loads, by path. */
export type RenderGraphiql = (page: GraphiqlPage) => Promise<ReadonlyMap<string, ServedFile>>;

export interface DocsSettings {
  basePath: string;
  apiName: string;
  openApi: ReadonlyMap<string, object>;
  pages: readonly DocsPage[];
  /** Called when GraphiQL is first opened. Absent: there is no GraphiQL. */
  renderGraphiql?: RenderGraphiql;
  tokenSource: TokenSource;
  addition?: ReferenceAddition;
}

export interface Docs {
  /** The path that the root redirects to, base path included. Absent: no redirect. */
  home?: string;
  /** The file at a path, base path included; undefined without one. */
  find(path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
}

/** Renders the documentation. */
export function createDocs(settings: DocsSettings): Docs {
  const { basePath, apiName, openApi, pages, renderGraphiql } = settings;
  const tokenHelp = describeTokenSource(settings.tokenSource);
  const reference = `${basePath}/docs`;
  const graphiql = `${basePath}/graphiql`;
  const belowGraphiql = `${graphiql}/`;
  const site = createSite(
    basePath,
    apiName,
    new Map([
      [reference, 'Reference'],
      ...pages.map(({ path, name }): [string, string] => [basePath + path, name]),
      ...(renderGraphiql ? [[graphiql, 'GraphiQL'] as const] : []),
    ]),
  );
  const files = new Map([
    ...site.files,
    ...renderReference(site, reference, { documents: [...openApi.keys()], tokenHelp, addition: settings.addition }),
  ]);
  const [textStyle, textStyleFile] = renderAsset(site.assets, 'text', 'css', STYLE);
  files.set(textStyle, textStyleFile);
  // At the first request: they are larger than the rest, and in development most are replaced before anybody reads them.
  const renderers = new Map<string, () => ServedFile>();
  for (const [path, document] of openApi) {
    renderers.set(basePath + path, () => renderFile('json', JSON.stringify(document)));
  }
  for (const page of pages) {
    const path = basePath + page.path;
    renderers.set(path, () => {
      // The text is trusted.
      const body = `<main>${marked.parse(page.renderMarkdown(), { async: false })}</main>`;
      return renderHtml(site, { path, styles: [textStyle], scripts: [], body, policy: {} });
    });
  }

  function findFile(path: string): ServedFile | undefined {
    const file = files.get(path);
    const render = file ? undefined : renderers.get(path);
    if (!render) return file;
    const rendered = render();
    files.set(path, rendered);
    return rendered;
  }

  let graphiqlFiles: ReturnType<RenderGraphiql> | undefined;
  return {
    home: reference,
    find: (path) => {
      const isGraphiql = path === graphiql || path.startsWith(belowGraphiql);
      if (!renderGraphiql || !isGraphiql) return findFile(path);
      graphiqlFiles ??= renderGraphiql({ site, path: graphiql, tokenHelp });
      return graphiqlFiles.then((rendered) => rendered.get(path));
    },
  };
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
