import { buildSchema, introspectionFromSchema, isInputObjectType, printSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { introspectUpstream } from '../../../../../src/gateway/execution/remote/introspectUpstream.ts';
import { stubUpstream } from './stubUpstream.ts';

const schema = buildSchema('type Query {\n  hello(name: String = "you"): String!\n}');
const stub = await stubUpstream();
afterAll(() => stub.close());

test('an upstream tells its schema, asked with the static headers', async () => {
  stub.answer = () => ({ body: { data: introspectionFromSchema(schema) } });
  const introspected = await introspectUpstream({ ...stub, headers: { authorization: 'Bearer own' } });
  expect(printSchema(introspected)).toBe(printSchema(schema));
  expect(stub.received[0]?.headers.authorization).toBe('Bearer own');
});

test('an upstream is asked which inputs are @oneOf, and once more without that if it does not know', async () => {
  const oneOf = buildSchema('type Query { pick(by: By!): Int } input By @oneOf { id: ID name: String }');
  const isOneOf = async () => {
    const by = (await introspectUpstream(stub)).getType('By');
    return isInputObjectType(by) && by.isOneOf;
  };
  const knows = (query: string) => query.includes('isOneOf');
  stub.answer = ({ body }) => ({ body: { data: introspectionFromSchema(oneOf, { oneOf: knows(body.query) }) } });
  expect(await isOneOf()).toBe(true);
  stub.answer = ({ body }) => ({
    body: knows(body.query)
      ? { errors: [{ message: 'Cannot query field "isOneOf" on type "__Type".' }] }
      : { data: introspectionFromSchema(oneOf, { oneOf: false }) },
  });
  expect(await isOneOf()).toBe(false);
});

test.each([
  ['that does not tell it', { body: { errors: [{ message: 'Introspection is off.' }] } }, 'Introspection is off.'],
  ['that refuses', { status: 401, body: '' }, 'The credentials are not accepted.'],
  ['whose schema is none', { body: { data: { __schema: {} } } }, '--schema FILE'],
])('an upstream %s is named, with the mend', async (_, answer, reason) => {
  stub.answer = () => answer;
  const introspected = introspectUpstream(stub);
  await expect(introspected).rejects.toThrow(`Introspection of ${stub.url.href} failed: `);
  await expect(introspected).rejects.toThrow(reason);
  await expect(introspected).rejects.toThrow('--schema FILE');
});

test.each([
  [
    '/',
    200,
    '<html>',
    /^Introspection of (\S+)\/ failed: it is not a GraphQL endpoint: .* Did you mean \1\/graphql\?$/,
  ],
  ['/api', 404, '{"message":"Not found"}', /with status 404 and no GraphQL result\. .*often ends with \/graphql\.$/],
])('a page at %s with status %i is no GraphQL endpoint', async (path, status, body, message) => {
  stub.answer = () => ({ status, body });
  await expect(introspectUpstream({ ...stub, url: new URL(path, stub.url) })).rejects.toThrow(message);
});

test.each([
  [{ status: 403, body: '' }, true],
  [{ body: { errors: [{ message: 'Introspection is off.' }] } }, true],
  [{ status: 503, body: '' }, false],
  [{ body: { data: { __schema: {} } } }, false],
])('credentials are advised for %j: %s', async (answer, isAdvised) => {
  stub.answer = () => answer;
  const { message } = (await introspectUpstream(stub).catch((error: Error) => error as Error)) as Error;
  expect(message.match(/--upstream-header/g)?.length ?? 0).toBe(isAdvised ? 1 : 0);
});

test('an upstream that is not there is named, with the reason and the mend', async () => {
  const gone = await stubUpstream();
  await gone.close();
  const { port } = gone.url;
  await expect(introspectUpstream(gone)).rejects.toThrow(/nothing listens there.*--schema FILE/);
  await expect(introspectUpstream(gone)).rejects.not.toThrow('--upstream-header');
  await expect(introspectUpstream(gone)).rejects.toThrow(`(connect ECONNREFUSED 127.0.0.1:${port})`);
});
