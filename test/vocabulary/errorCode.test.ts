// The one line of conventions that adds the code to the default body of errors.
import { GraphQLError, buildSchema } from 'graphql';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const CONVENTIONS = '{ "errors": { "body": { "error": "{message}", "code": "{code}" } } }';

const schema = buildSchema('type Query { book(id: Int!): Int, fail(code: String!): Int }');
schema.getQueryType()!.getFields()['fail']!.resolve = (_, { code }: { code: string }) => {
  throw new GraphQLError('It failed.', { extensions: { code } });
};
const documents = {
  'v1/getBook.graphql': 'query getBook($id: Int!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) }',
  'v1/fail.graphql': 'query fail($code: String!) @endpoint(method: GET, path: "/fail") { fail(code: $code) }',
};
const api = await serveSchema(schema, { ...documents, 'conventions.json': CONVENTIONS });
afterAll(() => api.close());

test.each([
  ['GET /v1/books/1', 404, { error: 'No Int was found for id 1.', code: 'NOT_FOUND' }],
  ['GET /v1/books/x', 400, { error: 'id must be an integer', code: 'BAD_USER_INPUT' }],
  ['DELETE /v1/books/1', 405, { error: 'DELETE is not allowed; allowed methods: ', code: 'METHOD_NOT_ALLOWED' }],
  ['GET /v1/fail?code=RATE_LIMITED', 429, { error: 'It failed.', code: 'RATE_LIMITED' }],
  ['GET /v1/fail?code=OTHER', 500, { error: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' }],
  ['GET /nowhere', 404, { error: '', code: 'NOT_FOUND' }],
])('%s is %i with %j', async (line, status, { error, code }) => {
  const body = { error: expect.stringContaining(error) as string, code };
  expect(await api.send(line)).toMatchObject({ status, json: body });
  expect(Object.keys((await api.send(line)).json as object)).toEqual(['error', 'code']);
});

test.each([
  ['GET /v1/books/1', 503, { 'retry-after': '1' }],
  ['GET /v1/books/x', 429, { 'retry-after': '1' }],
  ['DELETE /v1/books/1', 401, { 'www-authenticate': 'Bearer' }],
  ['GET /v1/fail?code=OTHER', 503, {}],
  ['GET /v1/fail?code=OUTCOME_UNKNOWN', 503, {}],
])('%s, which the conventions make %i, has %j, where a retry is safe', async (line, status, expected) => {
  const codes = {
    NOT_FOUND: 503,
    BAD_USER_INPUT: 429,
    METHOD_NOT_ALLOWED: 401,
    INTERNAL_SERVER_ERROR: 503,
    OUTCOME_UNKNOWN: 503,
  };
  const mapped = await serveSchema(schema, { ...documents, 'conventions.json': JSON.stringify({ errors: { codes } }) });
  onTestFinished(mapped.close);
  const { headers, status: sent } = await mapped.send(line);
  const ofStatus = [...headers].filter(([name]) => ['retry-after', 'www-authenticate'].includes(name));
  expect([sent, Object.fromEntries(ofStatus)]).toEqual([status, expected]);
});
