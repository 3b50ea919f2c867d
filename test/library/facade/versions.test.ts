// Conditional writes in front of an upstream: the version travels in a field of the mutation's input, and the upstream compares it.
import { GraphQLError, buildSchema, graphql } from 'graphql';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { openPortico } from './support/openPortico.ts';

const SDL = /* GraphQL */ `
  type Query {
    counter(id: ID!): Counter
  }
  type Mutation {
    setCounter(input: SetCounterInput!): SetCounterPayload!
  }
  input SetCounterInput {
    id: ID!
    value: Int!
    expectedVersion: Int!
  }
  type SetCounterPayload {
    counter: Counter
  }
  type Counter {
    value: Int!
    version: Int!
  }
`;
const files = {
  'get.graphql': `query get($id: ID!) @endpoint(method: GET, path: "/counters/{id}") {
    counter(id: $id) { value version @header(name: "ETag") }
  }`,
  'set.graphql': `mutation set($id: ID!, $value: Int!, $version: Int! @param(in: HEADER, name: "If-Match"))
  @endpoint(method: PUT, path: "/counters/{id}") {
    setCounter(input: { id: $id, value: $value, expectedVersion: $version }) @unwrap {
      counter { value version @header(name: "ETag") }
    }
  }`,
};
let counter = { value: 0, version: 1 };
const schema = buildSchema(SDL);
const rootValue = {
  counter: ({ id }: { id: string }) => (id === '1' ? counter : null),
  setCounter({ input }: { input: { id: string; value: number; expectedVersion: number } }) {
    if (input.id !== '1') return { counter: null };
    if (input.expectedVersion !== counter.version) {
      throw new GraphQLError(`The version is ${counter.version}.`, { extensions: { code: 'PRECONDITION_FAILED' } });
    }
    return { counter: (counter = { value: input.value, version: counter.version + 1 }) };
  },
};
const stub = await stubUpstream();
const facade = await openPortico({ upstream: stub, sdl: SDL, files });
afterAll(() => Promise.all([facade.close(), stub.close()]));
beforeEach(() => {
  counter = { value: 0, version: 1 };
  stub.received.length = 0;
});
stub.answer = ({ body }, response) => {
  const { query: source, variables: variableValues } = body as { query: string; variables: Record<string, unknown> };
  void graphql({ schema, rootValue, source, variableValues }).then((result) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result)),
  );
  return undefined;
};

const put = async (id: string, value: number, ifMatch?: string) => {
  const headers = { 'content-type': 'application/json', ...(ifMatch !== undefined && { 'if-match': ifMatch }) };
  const sent = { method: 'PUT', headers, body: JSON.stringify({ value }) };
  const { status, headers: received, body } = await facade.send(`/v1/counters/${id}`, sent);
  return { status, etag: received.get('etag')?.split('.')[0], body };
};

test('a write that lost is the 412 of the upstream, after one request to it', async () => {
  expect(await put('1', 7, '"1.x"')).toEqual({ status: 200, etag: '"2', body: { value: 7 } });
  expect(await put('1', 8, '"1.x"')).toEqual({ status: 412, etag: undefined, body: { error: 'The version is 2.' } });
  expect(stub.received).toHaveLength(2);
  expect(counter).toEqual({ value: 7, version: 2 });
});

test('what does not exist is 404, and a missing If-Match 428 without a request to the upstream', async () => {
  expect(await put('2', 7, '"1"')).toMatchObject({ status: 404 });
  expect(await put('2', 7, '"x"')).toMatchObject({ status: 404 });
  stub.received.length = 0;
  expect(await put('1', 7)).toMatchObject({ status: 428 });
  expect(stub.received).toEqual([]);
});

test('of increments by read, If-Match and retry none is lost', async () => {
  const increment = async (): Promise<void> => {
    const { headers, body } = await facade.send('/v1/counters/1');
    const { status } = await put('1', (body as { value: number }).value + 1, headers.get('etag')!);
    if (status === 412) return increment();
    expect(status).toBe(200);
  };
  const count = async () => {
    for (let done = 0; done < 5; done++) await increment();
  };
  await Promise.all(Array.from({ length: 5 }, count));
  expect(counter).toEqual({ value: 25, version: 26 });
});
