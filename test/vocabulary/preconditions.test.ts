// The preconditions of writes, RFC 9110, section 13: what the mutation does not make sure of itself is refused, and never read
// first.
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    thing(id: ID!): Thing
    things: [Thing!]!
    plain(id: ID!): Thing
  }
  type Mutation {
    changeThing(id: ID!): Thing
    putThing(id: ID!): Thing!
    addThing: Thing
  }
  type Thing {
    id: ID!
    version: Int!
  }
`);
let executed: string[] = [];
const find = (name: string, id: string) => {
  executed.push(name);
  return id === '1' ? { id, version: 5 } : null;
};
const queries = schema.getQueryType()!.getFields();
const mutations = schema.getMutationType()!.getFields();
for (const name of ['thing', 'plain']) queries[name]!.resolve = (_, { id }: { id: string }) => find(name, id);
queries['things']!.resolve = () => [find('things', '1')];
mutations['changeThing']!.resolve = (_, { id }: { id: string }) => find('changeThing', id);
mutations['putThing']!.resolve = (_, { id }: { id: string }) => find('putThing', id) ?? { id, version: 1 };
mutations['addThing']!.resolve = () => find('addThing', '1');

const thing = '{ id version @header(name: "ETag") }';
const ready = serveSchema(schema, {
  'v1/get.graphql': `query get($id: ID!) @endpoint(method: GET, path: "/things/{id}") { thing(id: $id) ${thing} }`,
  'v1/list.graphql': 'query list @endpoint(method: GET, path: "/things") { things { id } }',
  'v1/change.graphql': `mutation change($id: ID!) @endpoint(method: PATCH, path: "/things/{id}") { changeThing(id: $id) ${thing} }`,
  'v1/put.graphql': `mutation put($id: ID!) @endpoint(method: PUT, path: "/things/{id}") { putThing(id: $id) ${thing} }`,
  'v1/add.graphql': `mutation add @endpoint(method: POST, path: "/things", status: 201) { addThing ${thing} }`,
  'v1/run.graphql':
    'mutation run($id: ID!) @endpoint(method: POST, path: "/things/{id}:run") { changeThing(id: $id) { id } }',
  'v1/plain.graphql': 'query plain($id: ID!) @endpoint(method: GET, path: "/plain/{id}") { plain(id: $id) { id } }',
  'v1/changePlain.graphql':
    'mutation changePlain($id: ID!) @endpoint(method: PATCH, path: "/plain/{id}") { changeThing(id: $id) { id } }',
});
afterAll(async () => (await ready).close());
beforeEach(() => void (executed = []));

const NO_VERSION = 'If-Match: this endpoint has no version to compare; nothing was changed.';
const NO_EXISTENCE = 'If-Match: this endpoint cannot require that the resource exists; nothing was changed.';
const NO_ABSENCE = 'If-None-Match: this endpoint cannot require that the resource does not exist; nothing was changed.';
const NO_TAGS = 'If-None-Match: entity tags are compared by GET only; nothing was changed.';
const MISSING = 'No Thing was found for id 2.';
const match = (value: string) => ({ 'if-match': value });
const noneMatch = (value: string) => ({ 'if-none-match': value });

describe.each<
  [line: string, headers: Record<string, string>, status: number, error: string | undefined, executed: string]
>([
  // The current tag is refused as well: the resource can change between a read and the write.
  ['PATCH /v1/things/1', match('"5"'), 412, NO_VERSION, 'thing'],
  ['PATCH /v1/things/1', match('W/"5", "6"'), 412, NO_VERSION, 'thing'],
  ['PATCH /v1/things/1', match(''), 412, NO_VERSION, 'thing'],
  ['PATCH /v1/things/2', match('"5"'), 404, MISSING, 'thing'],
  ['POST /v1/things', match('"5"'), 412, NO_VERSION, 'things'],
  ['POST /v1/things/2:run', match('"5"'), 412, NO_VERSION, ''],
  // A mutation whose data can be null changes only what exists; a list always exists.
  ['PATCH /v1/things/1', match(' * '), 200, undefined, 'changeThing'],
  ['PATCH /v1/things/2', match('*'), 404, MISSING, 'changeThing'],
  ['PUT /v1/things/1', match('*'), 412, NO_EXISTENCE, 'thing'],
  ['PUT /v1/things/2', match('*'), 404, MISSING, 'thing'],
  ['POST /v1/things', match('*'), 201, undefined, 'addThing'],
  ['POST /v1/things/1:run', match('*'), 200, undefined, 'changeThing'],
  ['PATCH /v1/things/1', noneMatch('*'), 412, NO_ABSENCE, 'thing'],
  ['PATCH /v1/things/2', noneMatch(' *'), 404, MISSING, 'thing'],
  ['PUT /v1/things/1', noneMatch('*'), 412, NO_ABSENCE, ''],
  ['POST /v1/things', noneMatch('*'), 412, NO_ABSENCE, ''],
  ['POST /v1/things/2:run', noneMatch('*'), 412, NO_ABSENCE, ''],
  ['PATCH /v1/things/1', noneMatch('"x"'), 412, NO_TAGS, 'thing'],
  ['PUT /v1/things/2', noneMatch('W/"5"'), 412, NO_TAGS, ''],
  // What has no entity tag has none that matches.
  ['PATCH /v1/plain/1', noneMatch('"x"'), 200, undefined, 'changeThing'],
  ['POST /v1/things', noneMatch('"x"'), 201, undefined, 'addThing'],
  // If-Match comes first.
  ['PATCH /v1/things/1', { ...match('"5"'), ...noneMatch('*') }, 412, NO_VERSION, 'thing'],
  ['PATCH /v1/things/1', { ...match('*'), ...noneMatch('*') }, 412, NO_ABSENCE, 'thing'],
  // RFC 9110, sections 13.1.3 and 13.1.4: ignored without a date of modification.
  ['PATCH /v1/things/1', { 'if-unmodified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' }, 200, undefined, 'changeThing'],
  ['PATCH /v1/things/1', { 'if-modified-since': 'Sat, 29 Oct 2094 19:43:31 GMT' }, 200, undefined, 'changeThing'],
])('%s with %j', (line, headers, status, error, operations) => {
  test(`is ${status}`, async () => {
    const body = line.startsWith('POST /v1/things ') ? undefined : {};
    const response = await (await ready).send(line, { headers, ...(body && { body }) });
    expect([response.status, executed.join()]).toEqual([status, operations]);
    if (error !== undefined) expect(response.json).toEqual({ error });
  });
});
