// The documentation, which is public: the OpenAPI documents, an API reference, further pages, and GraphiQL. Everything is rendered
// once, and only known paths are served.
import {
  type ReferenceAddition,
  type TokenHelp,
  type TokenSource,
  describeTokenSource,
  renderReference,
} from './renderReference.ts';
import { type ServedFile, type Site, createSite, renderAsset, renderFile, renderHtml } from './site.ts';
import { writeJson } from '../../http/losslessJson.ts';

/** A page of text: its path below the base path, and its name in the navigation bar. */
interface DocsPage {
  path: string;
  name: string;
  /** Called when the page is first opened. */
  renderMarkdown(): string | Promise<string>;
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
  /** The path of the API reference below the base path; by default `/docs`. */
  path?: string;
  apiName: string;
  /** The OpenAPI documents by path, below the base path: they are served there. A function is called at the first request. */
  openApi: ReadonlyMap<string, object | (() => Promise<object>)>;
  pages?: readonly DocsPage[];
  /** Called when GraphiQL is first opened. Absent: there is no GraphiQL. */
  renderGraphiql?: RenderGraphiql;
  /** Absent: the pages do not say where tokens come from. */
  tokenSource?: TokenSource;
  addition?: ReferenceAddition;
}

export interface Docs {
  /** The path that the root redirects to, base path included. Absent: no redirect. */
  home?: string;
  /** The file at a path, base path included; undefined without one. */
  find(path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
}

export function createDocs(settings: DocsSettings): Docs {
  const { basePath, apiName, openApi, pages = [], renderGraphiql, addition } = settings;
  const tokenHelp = settings.tokenSource ? describeTokenSource(settings.tokenSource) : { text: '' };
  const reference = basePath + (settings.path ?? '/docs');
  const graphiql = `${basePath}/graphiql`;
  const site = createSite({
    basePath,
    apiName,
    home: reference,
    names: new Map([
      [reference, 'Reference'],
      ...pages.map(({ path, name }): [string, string] => [basePath + path, name]),
      ...(renderGraphiql ? [[graphiql, 'GraphiQL'] as const] : []),
    ]),
  });
  const [textStyle, textStyleFile] = renderAsset(site.assets, 'text', 'css', STYLE);
  const files = new Map([...site.files, [textStyle, textStyleFile]]);
  // At the first request: they are larger than the rest, and in development most are replaced before anybody reads them.
  const renderers = new Map<string, () => Promise<ServedFile>>();
  for (const [path, document] of openApi) {
    renderers.set(basePath + path, async () =>
      renderFile('json', writeJson(typeof document === 'function' ? await document() : document)),
    );
  }
  for (const page of pages) {
    const path = basePath + page.path;
    renderers.set(path, async () => {
      const [{ marked }, markdown] = await Promise.all([import('marked'), page.renderMarkdown()]);
      // The text is trusted.
      const body = `<main>${marked.parse(markdown, { async: false })}</main>`;
      return renderHtml(site, { path, styles: [textStyle], scripts: [], body, policy: {} });
    });
  }
  const renderReferenceOnce = once(() =>
    renderReference(site, reference, { documents: [...openApi.keys()], tokenHelp, addition }),
  );
  const renderGraphiqlOnce = renderGraphiql && once(() => renderGraphiql({ site, path: graphiql, tokenHelp }));

  async function render(path: string, renderer: () => Promise<ServedFile>): Promise<ServedFile> {
    const rendered = await renderer();
    files.set(path, rendered);
    return rendered;
  }

  return {
    home: reference,
    find: (path) => {
      const file = files.get(path);
      if (file) return file;
      const renderer = renderers.get(path);
      if (renderer) return render(path, renderer);
      const isReference = path === reference || path.startsWith(`${site.assets}/`);
      const isGraphiql = path === graphiql || path.startsWith(`${graphiql}/`);
      const renderPage = isReference ? renderReferenceOnce : isGraphiql ? renderGraphiqlOnce : undefined;
      return renderPage?.().then((rendered) => rendered.get(path));
    },
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
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
