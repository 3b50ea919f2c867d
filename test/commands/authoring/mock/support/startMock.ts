// Mock data as clients of `portico dev --mock` get it: operations become endpoint documents.
import { parse } from 'graphql';
import { onTestFinished } from 'vitest';
import { type TestDev, createTestProject, startDev } from '../../dev/support/startDev.ts';

/** Data of an operation; what a test reads of it has the type that it expects. */
export type Data = ReturnType<typeof JSON.parse>;

/** Serves mock data of a project until the end of the test. */
export async function serveMocks(files: Readonly<Record<string, string>>, schema = 'schema.graphql'): Promise<TestDev> {
  const project = createTestProject(files);
  const dev = await startDev({ schema, endpoints: 'rest', mock: true }, project.folder);
  onTestFinished(async () => {
    await dev.close();
    project.remove();
  });
  return dev;
}

/**
 * Executes operations over the mock data of one schema, each by its name; returns the data, without the nulls of a root field that is
 * not found.
 */
export async function startMock<Name extends string>(
  schema: string,
  operations: Readonly<Record<Name, string>>,
  conventions: object = {},
): Promise<(name: Name, variables?: Record<string, unknown>) => Promise<Data>> {
  const documents = Object.entries<string>(operations).map(([name, operation]) => {
    const method = /^\s*mutation\b/.test(operation) ? 'POST' : 'GET';
    const [, variables = ''] = /^\s*\w*\s*(\([^)]*\))/.exec(operation) ?? [];
    const selection = operation.slice(operation.indexOf('{', operation.indexOf(variables) + variables.length));
    const keyword = method === 'GET' ? 'query' : 'mutation';
    const document = `${keyword} ${name}${variables} @endpoint(method: ${method}, path: "/${name}", unwrap: false) ${selection}`;
    parse(document);
    return [`rest/v1/${name}.graphql`, document];
  });
  const dev = await serveMocks({
    'schema.graphql': schema,
    'rest/conventions.json': JSON.stringify(conventions),
    ...Object.fromEntries(documents),
  });
  return async (name, variables = {}) => {
    const isQuery = !/^\s*mutation\b/.test(operations[name]);
    const { status, json } = await dev.get(
      `/v1/${name}${isQuery ? `?${new URLSearchParams(variables as Record<string, string>)}` : ''}`,
      isQuery
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(variables) },
    );
    if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(json)} ${dev.output()}`);
    return json;
  };
}
