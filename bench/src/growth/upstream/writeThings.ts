import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The files of an API over `startThingsUpstream`. */
export interface ThingsFiles {
  schema: string;
  endpoints: string;
  plan: string;
  remove(): Promise<void>;
}

/** Writes a schema of so many types, an endpoint for each of them, `/things/7/{id}`, and one for lists, `/things`. */
export async function writeThings(count: number): Promise<ThingsFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'));
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const schema = path.join(folder, 'schema.graphql');
  const endpoints = path.join(folder, 'rest');
  const version = path.join(endpoints, 'v1');
  await mkdir(version, { recursive: true });
  await writeFile(
    schema,
    [
      'type Query {',
      '  things(count: Int!): [Thing1!]!',
      ...numbers.map((n) => `  thing${n}(id: ID!): Thing${n}`),
      '}',
      ...numbers.map((n) => `type Thing${n} { id: ID! name: String! }`),
    ].join('\n'),
  );
  await writeFile(
    path.join(version, 'listThings.graphql'),
    `"List things."
query listThings($count: Int!) @endpoint(method: GET, path: "/things") { things(count: $count) { id name } }`,
  );
  await Promise.all(
    numbers.map((n) =>
      writeFile(
        path.join(version, `getThing${n}.graphql`),
        `"Read thing ${n}."
query getThing${n}($id: ID!) @endpoint(method: GET, path: "/things/${n}/{id}") { thing${n}(id: $id) { id name } }`,
      ),
    ),
  );
  return {
    schema,
    endpoints,
    plan: path.join(folder, 'plan.json'),
    remove: () => rm(folder, { recursive: true }),
  };
}
