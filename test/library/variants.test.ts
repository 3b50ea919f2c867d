// Operations that graphql-jit compiles for what a request leaves out: absent parameters, and properties that are not selected.
import { rmSync } from 'node:fs';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { createEngine, loadPlan, prepareOperation } from '../../src/gateway/server.ts';
import { calls, cases, documents, resolvable } from '../vocabulary/support/pruned.ts';
import { folderOf } from './support/folderOf.ts';

function engineOf(schema: GraphQLSchema, files: Readonly<Record<string, string>>) {
  const folder = folderOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text])));
  const engine = createEngine({
    plan: loadPlan({ endpoints: folder }, schema),
    schema,
    prepare: prepareOperation(schema),
    report: () => {},
    settings: { basePath: '' },
  });
  rmSync(folder, { recursive: true });
  return async (line: string, body?: unknown) => {
    const [method = '', target = ''] = line.split(' ');
    const { status, body: text } = await engine.handle({
      method,
      target,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      requestId: 'request-1',
      signal: new AbortController().signal,
      readBody: async () => Buffer.from(JSON.stringify(body)),
    });
    return { status, json: JSON.parse(String(text)) as unknown };
  };
}

const send = engineOf(resolvable(), documents);
beforeEach(() => void (calls.length = 0));

test.each(cases)('%s with %j', async (line, body, ...expected) => {
  for (let time = 0; time < 2; time++) {
    calls.length = 0;
    expect((await send(line, body)).status).toBe(200);
    expect(calls).toEqual(expected);
  }
});

test('hundreds of different selections are answered, compiled or not', async () => {
  const names = Array.from({ length: 13 }, (_, index) => `n${index}`);
  const schema = buildSchema('type Query { book: Book } type Book { title: String! }');
  schema.getQueryType()!.getFields()['book']!.resolve = () => ({ title: 'One' });
  const sendWide = engineOf(schema, {
    'wide.graphql': `query wide @endpoint(method: GET, path: "/wide") { book @fields { ${names.map((name) => `${name}: title`).join(' ')} } }`,
  });
  for (let mask = 0; mask < 2 ** names.length; mask += 37) {
    const listed = names.filter((_, bit) => (mask & (1 << bit)) > 0);
    const { json } = await sendWide(`GET /v1/wide?fields=${listed.join()}`);
    expect(json).toEqual(Object.fromEntries(listed.map((name) => [name, 'One'])));
  }
});
