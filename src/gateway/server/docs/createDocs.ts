// The documentation, which is public: the OpenAPI documents, an API reference, further pages, and GraphiQL. Everything is rendered
// once, and only known paths are served.
import { type Site, createSite } from './createSite.ts';
import { type ServedFile, renderFile } from './renderFile.ts';
import { type ReferenceAddition, renderReference } from './renderReference.ts';
import { renderText, renderTextStyle } from './renderText.ts';
import { type TokenHelp, type TokenSource, describeTokenSource } from './describeTokenSource.ts';

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
  /** By path below the base path. */
  openApi: ReadonlyMap<string, object>;
  pages: readonly DocsPage[];
  /** Called when GraphiQL is first opened. Absent: there is no GraphiQL. */
  renderGraphiql?: RenderGraphiql;
  /** Described on the pages that send requests. */
  tokenSource: TokenSource;
  /** What the API reference has in addition. Default: nothing. */
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
  const [textStyle, textStyleFile] = renderTextStyle(site);
  files.set(textStyle, textStyleFile);
  // At the first request: they are larger than the rest, and in development most are replaced before anybody reads them.
  const renderers = new Map<string, () => ServedFile>();
  for (const [path, document] of openApi) {
    renderers.set(basePath + path, () => renderFile('json', JSON.stringify(document)));
  }
  for (const page of pages) {
    const path = basePath + page.path;
    renderers.set(path, () => renderText(site, { path, style: textStyle, markdown: page.renderMarkdown() }));
  }

  function findFile(path: string): ServedFile | undefined {
    const known = files.get(path);
    const render = known ? undefined : renderers.get(path);
    if (!render) return known;
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
