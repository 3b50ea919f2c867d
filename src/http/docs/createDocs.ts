// What is served for people and tools beside the API, to everybody: the OpenAPI documents, a reference of them, further
// pages, and GraphiQL. Everything is rendered before it is asked for, and only what is in the table can be asked for.
import { createSite } from './createSite.ts';
import { type ServedFile, renderFile } from './renderFile.ts';
import { renderGraphiql } from './renderGraphiql.ts';
import { renderReference } from './renderReference.ts';
import { renderText } from './renderText.ts';

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
}

export interface Docs {
  /** What is served at a path, base path included; undefined where that is nothing of this. */
  find(path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
}

/** Renders the documentation. */
export function createDocs({ basePath, apiName, openApi, pages, introspection }: DocsSettings): Docs {
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
  const files = new Map([...site.files, ...renderReference(site, reference, [...openApi.keys()])]);
  for (const [path, document] of openApi) files.set(basePath + path, renderFile('json', JSON.stringify(document)));
  for (const { path, markdown } of pages) {
    for (const [at, file] of renderText(site, basePath + path, markdown)) files.set(at, file);
  }

  let graphiqlFiles: Promise<Map<string, ServedFile>> | undefined;
  return {
    find: (path) => {
      const isGraphiql = path === graphiql || path.startsWith(`${graphiql}/`);
      if (introspection === undefined || !isGraphiql) return files.get(path);
      graphiqlFiles ??= renderGraphiql(site, graphiql, introspection);
      return graphiqlFiles.then((rendered) => rendered.get(path));
    },
  };
}
