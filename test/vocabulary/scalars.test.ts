import { type GraphQLFieldResolver, GraphQLScalarType, buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { warningsOf } from './support/faults.ts';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar Time
  scalar Epoch
  scalar JSONString
  scalar Day
  scalar Own
  type Query {
    thing(id: ID!, time: Time, meta: JSONString): Thing
    find(id: ID, time: Time = "2024-01-01T00:00:00Z", day: Day, own: Own): Thing!
  }
  type Mutation {
    put(thing: ThingInput!): Thing!
  }
  input ThingInput {
    id: ID!
    time: Time = "2024-01-01T00:00:00Z"
    times: [Time!]
    epoch: Epoch
    meta: JSONString
  }
  type Thing {
    id: ID!
    time: Time
    times: [Time]
    epoch: Epoch
    meta: JSONString
    given: String!
  }
`);
const own = schema.getType('Own') as GraphQLScalarType;
own.parseValue = (value) => value;
const parsed: unknown[] = [];
(schema.getType('Epoch') as GraphQLScalarType).parseValue = (value) => {
  parsed.push(value);
  return value;
};

const thing = {
  id: '7',
  time: '2023-11-14T22:13:20.9Z',
  times: [null, '1970-01-01T01:00:00+01:00'],
  epoch: 0,
  meta: '{"a":[1]}',
};
const answer: GraphQLFieldResolver<unknown, unknown> = (_, given: { id?: string }) => {
  const { id = '7' } = given;
  if (id === '404') return null;
  const answers: Record<string, object> = {
    '10': { id: '07' },
    '11': { time: '2023-11-14' },
    '12': { meta: 'x' },
    '13': { epoch: '1e300' },
  };
  return { ...thing, id, ...answers[id], given: JSON.stringify(given) };
};
for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
  for (const field of Object.values(type.getFields())) field.resolve = answer;
}

const SCALARS = {
  ID: { type: 'integer' },
  Time: { type: 'integer', format: 'unixtime', upstream: 'date-time' },
  Epoch: { type: 'string', format: 'date-time', upstream: 'unixtime' },
  JSONString: { type: 'any', upstream: 'json' },
  Day: { type: 'string', format: 'date' },
  Own: { type: 'string', format: 'date' },
};
const documents = {
  'v1/conventions.json': JSON.stringify({ scalars: SCALARS }),
  'v1/get.graphql': `query get($id: ID!, $time: Time, $meta: JSONString) @endpoint(method: GET, path: "/things/{id}") {
    thing(id: $id, time: $time, meta: $meta) { id time times epoch meta given }
  }`,
  'v1/find.graphql': `query find($id: ID, $time: Time = "2024-01-01T00:00:00Z", $day: Day, $own: Own)
    @endpoint(method: GET, path: "/things") { find(id: $id, time: $time, day: $day, own: $own) { given } }`,
  'v1/put.graphql': `mutation put($thing: ThingInput!) @endpoint(method: PUT, path: "/things", body: "thing") {
    put(thing: $thing) { id given }
  }`,
};
const ready = serveSchema(schema, documents);
afterAll(async () => (await ready).close());
const send = async (line: string, body?: unknown) => {
  const { status, json } = await (await ready).send(line, { body });
  return [status, json];
};

describe('a scalar that GraphQL writes in another way', () => {
  test('is converted in the answer', async () => {
    expect(await send('GET /v1/things/7')).toEqual([
      200,
      {
        id: 7,
        time: 1_700_000_000,
        times: [null, 0],
        epoch: '1970-01-01T00:00:00Z',
        meta: { a: [1] },
        given: '{"id":"7"}',
      },
    ]);
  });
  test('is converted in the path, the query and the body', async () => {
    const query = `time=1700000000&meta=${encodeURIComponent('{ "a": "b" }')}`;
    expect(await send(`GET /v1/things/8?${query}`)).toMatchObject([
      200,
      { given: JSON.stringify({ id: '8', time: '2023-11-14T22:13:20Z', meta: '{"a":"b"}' }) },
    ]);
    const body = { id: 9, times: [-1], epoch: '2023-11-14T23:13:20+01:00', meta: null };
    expect(await send('PUT /v1/things', body)).toEqual([
      200,
      {
        id: 7,
        given: JSON.stringify({
          thing: {
            id: '9',
            time: '2024-01-01T00:00:00Z',
            times: ['1969-12-31T23:59:59Z'],
            epoch: 1_700_000_000,
            meta: null,
          },
        }),
      },
    ]);
  });
  test('is refused where it is not as on the wire', async () => {
    const range = 'must be an integer between -62167219200 and 253402300799';
    expect(await send('GET /v1/things/x?time=253402300800&meta={')).toEqual([
      400,
      { error: `id must be an integer; time ${range}; meta must be JSON` },
    ]);
    const body = { id: '9', times: ['2023-11-14T22:13:20Z'], epoch: '2023-02-29T00:00:00Z' };
    expect(await send('PUT /v1/things', body)).toEqual([
      400,
      {
        error: `id must be an integer; times.0 ${range}; epoch must be a date and time such as 2027-01-31T09:30:00Z`,
      },
    ]);
  });
  test('is named by its text on the wire where nothing is found', async () => {
    expect(await send('GET /v1/things/404?time=5')).toEqual([404, { error: 'No Thing was found for id 404, time 5.' }]);
  });
  test.each([
    ['10', 'A value of ID in GraphQL is not an integer. Change "scalars.ID" in conventions.json.'],
    ['11', 'A value of Time in GraphQL is not a date-time of RFC 3339. Change "scalars.Time" in conventions.json.'],
    ['12', 'A value of JSONString in GraphQL is not a text of JSON. Change "scalars.JSONString" in conventions.json.'],
    [
      '13',
      'A value of Epoch in GraphQL is not a number of seconds since the epoch. Change "scalars.Epoch" in conventions.json.',
    ],
  ])('is a 500 and logged where the answer has something else: %s', async (id, message) => {
    const { reports } = await ready;
    expect(await send(`GET /v1/things/${id}`)).toMatchObject([500, {}]);
    expect((reports.at(-1) as unknown as { error: { cause: Error } }).error.cause.message).toBe(message);
  });
});

test('a format is checked where the scalar does not check itself', async () => {
  expect(await send('GET /v1/things?day=2023-02-29')).toEqual([
    400,
    { error: 'day must be a date such as 2027-01-31' },
  ]);
  expect(await send('GET /v1/things?day=2024-02-29&own=x')).toEqual([
    200,
    { given: JSON.stringify({ time: '2024-01-01T00:00:00Z', day: '2024-02-29', own: 'x' }) },
  ]);
});

test('a format is checked before a text is converted to what a scalar parses', async () => {
  parsed.length = 0;
  expect((await send('PUT /v1/things', { id: 1, epoch: 'soon' }))[0]).toBe(400);
  expect(parsed).toEqual([]);
  expect((await send('PUT /v1/things', { id: 1, epoch: '1970-01-01T00:01:00Z' }))[0]).toBe(200);
  expect(new Set(parsed)).toEqual(new Set([60]));
});

test('OpenAPI has the wire', async () => {
  const openApi = (await ready).openApi.get('/v1/openapi.json');
  const { paths, components } = openApi as unknown as {
    paths: Record<string, Record<string, { parameters: { name: string; schema: unknown }[] }>>;
    components: { schemas: Record<string, { properties: unknown }> };
  };
  const range = { minimum: -62167219200, maximum: 253402300799 };
  expect(paths['/things']!['get']!.parameters.slice(0, 2)).toMatchObject([
    { name: 'id', schema: { type: 'integer', format: 'int64' } },
    { name: 'time', schema: { type: 'integer', format: 'unixtime', ...range, default: 1_704_067_200 } },
  ]);
  expect(components.schemas['Thing_2']!.properties).toMatchObject({
    time: { type: ['integer', 'null'], format: 'unixtime' },
  });
  expect(components.schemas['ThingInput']!.properties).toMatchObject({
    time: { default: 1_704_067_200 },
  });
});

test('a scalar that no convention names is a warning, once', () => {
  const unnamed = (name: string) =>
    `query ${name}($own: Own) @endpoint(method: GET, path: "/${name}") { find(own: $own) { id meta } }`;
  const warnings = warningsOf(schema, {
    'v1/a.graphql': unnamed('a'),
    'v1/b.graphql': unnamed('b'),
    'v2/conventions.json': JSON.stringify({ scalars: { Own: SCALARS.Own } }),
    'v2/c.graphql': unnamed('c'),
  });
  expect(warnings).toEqual([
    'v1/a.graphql:1:9: No convention names the scalar Own, so that its JSON is not known; as an input it is a text. Add "scalars": { "Own": { "type": … } } to conventions.json.',
    'v1/a.graphql:1:78: No convention names the scalar JSONString, so that its JSON is not known; as an input it is a text. Add "scalars": { "JSONString": { "type": … } } to conventions.json.',
  ]);
});
