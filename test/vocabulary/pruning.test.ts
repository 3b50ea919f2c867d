// Absent parameters over a schema in the manner of Hasura: what its resolvers get, however the operation is executed.
import { execute, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { serveSchema } from './support/serveSchema.ts';
import { SDL, calls, cases, documents, resolvable } from './support/pruned.ts';
import { seen, toyEngine } from './support/toy.ts';

const inVersion = Object.fromEntries(Object.entries(documents).map(([name, text]) => [`v1/${name}`, text]));
const served = await serveSchema(resolvable(), inVersion);
const upstreamSchema = resolvable();
const stub = await stubUpstream();
const facade = await openFacade({ upstream: stub, sdl: SDL, files: documents });
beforeEach(() => {
  calls.length = 0;
  stub.received.length = 0;
});
afterAll(async () => {
  served.close();
  await facade.close();
  await stub.close();
});

type Send = (line: string, body?: unknown) => Promise<number>;
const executions: Readonly<Record<string, Send>> = {
  'graphql-js': async (line, body) => (await served.send(line, body === undefined ? {} : { body })).status,
  'an upstream': async (line, body) => {
    const [method = '', target = ''] = line.split(' ');
    stub.answer = ({ body: { query, variables: variableValues } }) => ({
      body: execute({ schema: upstreamSchema, document: parse(query), variableValues }),
    });
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await facade.send(target, { method, ...(body !== undefined && json) })).status;
  },
};
describe.each(Object.entries(executions))('with %s', (_, send) => {
  test.each(cases)('%s with %j', async (line, body, ...expected) => {
    for (let time = 0; time < 2; time++) {
      calls.length = 0;
      expect(await send(line, body)).toBe(200);
      expect(calls).toEqual(expected);
    }
  });
});

test('an upstream gets the pruned document, without variables that it does not use', async () => {
  await executions['an upstream']!('GET /v1/notebooks?b=2');
  expect(stub.received.map(({ body }) => body)).toEqual([
    {
      query: 'query list_list($b:ID$limit:Int){notebook(ids:[$b]limit:$limit){id}}',
      operationName: 'list_list',
      variables: { b: '2' },
    },
  ]);
});

test('a variable that is absent has no value, whatever its name', async () => {
  const toy = toyEngine({
    'v1/a.graphql': `mutation m($constructor: Genre) @endpoint(method: POST, path: "/a") {
      fill(filter: { genre: $constructor }, pages: 1) { json } }`,
  });
  expect(seen(await toy.send('POST /v1/a', { body: {} }))).toEqual([200, { json: '{"pages":1}' }]);
});
