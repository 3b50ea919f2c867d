// What is served for people and tools beside the API, to everybody: the OpenAPI documents, a reference of them, further
// pages, and GraphiQL. Everything is rendered before it is asked for, and only what is in the table can be asked for.
import { createSite } from './createSite.ts';
import { type ServedFile, renderFile } from './renderFile.ts';
import { renderGraphiql } from './renderGraphiql.ts';
import { renderReference } from './renderReference.ts';
import { renderText } from './renderText.ts';
import { type TokenSource, describeTokenSource } from './describeTokenSource.ts';

/** A page of text: where it is below the base path, and how the others call it. */
interface DocsPage {
  path: string;
  name: string;
  markdown: string;
}

export interface DocsSettings {
  basePath: string;
  apiName: string;
  /** By where they are served below the base path. */
  openApi: ReadonlyMap<string, object>;
  pages: readonly DocsPage[];
  /** Whether GraphiQL may ask for the schema. Absent: no GraphiQL, for there is no /graphql. */
  introspection?: boolean;
  /** Where a reader gets a token from; the pages say so. */
  tokenSource: TokenSource;
}

export interface Docs {
  /** The path of the page that the root leads to, base path included. Absent: there is no such page. */
  home?: string;
  /** What is served at a path, base path included; undefined where that is nothing of this. */
  find(path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
}

/** Renders the documentation. */
export function createDocs(settings: DocsSettings): Docs {
  const { basePath, apiName, openApi, pages, introspection } = settings;
  const tokenHelp = describeTokenSource(settings.tokenSource);
  const reference = `${basePath}/docs`;
  const graphiql = `${basePath}/graphiql`;
  const site = createSite(
    basePath,
    apiName,
    new Map([
      [reference, 'Reference'],
      ...pages.map(({ path, name }): [string, string] => [basePath + path, name]),
      ...(introspection === undefined ? [] : [[graphiql, 'GraphiQL'] as const]),
    ]),
  );
  const files = new Map([...site.files, ...renderReference(site, reference, [...openApi.keys()], tokenHelp)]);
  for (const [path, document] of openApi) files.set(basePath + path, renderFile('json', JSON.stringify(document)));
  for (const { path, markdown } of pages) {
    for (const [at, file] of renderText(site, basePath + path, markdown)) files.set(at, file);
  }

  let graphiqlFiles: Promise<Map<string, ServedFile>> | undefined;
  return {
    home: reference,
    find: (path) => {
      const isGraphiql = path === graphiql || path.startsWith(`${graphiql}/`);
      if (introspection === undefined || !isGraphiql) return files.get(path);
      graphiqlFiles ??= renderGraphiql(site, graphiql, introspection, tokenHelp);
      return graphiqlFiles.then((rendered) => rendered.get(path));
    },
  };
}
