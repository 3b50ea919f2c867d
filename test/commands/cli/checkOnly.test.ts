// Words that `check` validates and nothing executes: subscriptions.
import { rmSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { build } from '../../../src/cli/build.ts';
import { check } from '../../../src/cli/check.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { describeApi } from '../../../src/gateway/describe/openapi/describeApi.ts';
import { folderOf } from '../../vocabulary/support/toy.ts';

const sdl = `
  type Query { find(filter: Filter): [Hit!]! }
  type Mutation { pay(sum: Int!): Int }
  type Subscription { hits: Hit }
  type Hit { id: ID! }
  input Filter { text: String! }
`;
const schema = buildSchema(sdl);
const words = {
  'v1/hits.graphql': 'subscription hits @endpoint(method: GET, path: "/hits") { hits { id } }',
};
const names = ['A subscription is not executed yet.'];
const folder = folderOf({
  ...words,
  'v1/all.graphql': 'query all @endpoint(method: GET, path: "/all") { find { id } }',
});
afterAll(() => rmSync(folder, { recursive: true }));
const plan = compileApi(folder, schema);

describe('words that are not executed', () => {
  test('are warnings of check', async () => {
    const { ok, json, text } = await check(() => Promise.resolve(plan));
    const { warnings, endpoints } = json as { warnings: string[]; endpoints: number };
    expect([ok, endpoints]).toEqual([true, 1]);
    expect(warnings.map((each) => /\d: (.*yet\.)/.exec(each)?.[1])).toEqual(names);
    expect(text).toContain('warning: ');
  });
  test('are refused by name where they would be built', () => {
    for (const name of names) expect(() => build(plan, '/dev/null')).toThrow(name);
  });
  test('are left out of OpenAPI', () => {
    const settings = { apiName: 'toy', basePath: '', defaultVersion: 1, versioning: 'both' } as const;
    const { paths } = describeApi(plan, settings).get('/v1/openapi.json') as { paths: object };
    expect(Object.keys(paths)).toEqual(['/all']);
  });
});
