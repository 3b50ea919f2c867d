// `accepts` of conventions.json: media types that clients accept, and what is sent for them.
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema('type Query { hello: String! }');
schema.getQueryType()!.getFields()['hello']!.resolve = () => 'hello';

const JSON_API = 'application/vnd.api+json';
const GITHUB = 'application/vnd.github+json';
const accepts = {
  [GITHUB]: 'application/json',
  'application/vnd.github.v3+json': 'application/json',
  'application/json;version=3': JSON_API,
  'application/vnd.portico.v2+json': 'application/json',
};
const hello = 'query hello @endpoint(method: GET, path: "/hello") { hello }';
const documents = {
  'v1/conventions.json': JSON.stringify({ accepts, produces: ['application/json', JSON_API] }),
  'v1/hello.graphql': hello,
  'v1/plain.graphql': 'query plain @endpoint(method: GET, path: "/plain", produces: ["application/json"]) { hello }',
  'v2/conventions.json': JSON.stringify({ accepts: { 'text/x-new': JSON_API } }),
};
const served = await serveSchema(schema, documents);
afterAll(() => served.close());

async function send(target: string, accept: string) {
  const { status, headers } = await served.send(`GET ${target}`, { headers: { accept } });
  return [status, headers.get('content-type'), headers.get('vary')];
}
const ok = (type: string) => [200, type, 'Accept'];

describe('what is sent for', () => {
  test.each([
    ['a type', GITHUB, 'application/json'],
    ['a type in another case', 'Application/VND.GitHub+JSON', 'application/json'],
    ['a parameter', 'application/json; version=3', JSON_API],
    ['a parameter in quotation marks', 'application/json; VERSION="3"', JSON_API],
    ['another parameter, which is ignored', 'application/json; version=4', 'application/json'],
    ['a type with a parameter of its own', `${GITHUB}; charset=utf-8`, 'application/json'],
    ['the one of higher quality', `${GITHUB};q=0.4, ${JSON_API};q=0.5`, JSON_API],
    ['the one of higher quality, named later', `${JSON_API};q=0.4, ${GITHUB};q=0.5`, 'application/json'],
    ['a type before a wildcard', `*/*, application/json;version=3;q=1`, JSON_API],
    ['a wildcard', '*/*', 'application/json'],
    ['what is named beside a type of quality 0', `${GITHUB};q=0, application/json`, 'application/json'],
    ['what is named before a type of quality 0', `application/json, ${GITHUB};q=0`, 'application/json'],
    ['a wildcard beside a type of quality 0', `${GITHUB};q=0, */*`, 'application/json'],
    [
      'the type of the highest quality',
      `${GITHUB};q=0.1, application/vnd.github.v3+json, ${JSON_API};q=0.5`,
      'application/json',
    ],
    ['the vendor type of a version, which does not choose it', 'application/vnd.portico.v2+json', 'application/json'],
    ['the vendor type of another version', 'application/vnd.portico.v1+json', 'application/vnd.portico.v1+json'],
  ])('%s', async (_, accept, type) => {
    expect(await send('/hello', accept)).toEqual(ok(type));
  });

  test('a type that the version of the path accepts', async () => {
    expect(await send('/v2/hello', 'text/x-new')).toEqual(ok(JSON_API));
    expect(await send('/v1/hello', 'text/x-new')).toEqual([406, 'application/json', 'Accept']);
    expect(await send('/v2/hello', GITHUB)).toEqual([406, 'application/json', 'Accept']);
    expect(await send('/hello', 'text/x-new')).toEqual([406, 'application/json', 'Accept']);
  });

  test('a type that the endpoint does not send, or a quality of 0', async () => {
    expect(await send('/v1/plain', 'application/json;version=3')).toEqual([406, 'application/json', 'Accept']);
    expect(await send('/v1/plain', `application/json;q=0, ${GITHUB}`)).toEqual([406, 'application/json', 'Accept']);
    expect(await send('/v1/plain', `${GITHUB};q=0`)).toEqual([406, 'application/json', 'Accept']);
  });
});

test('an error is a problem document only for clients that prefer that to the accepted type', async () => {
  const problem = 'application/problem+json';
  for (const path of ['/v1/none', '/v1/hello?x=1', '/none', '/v1/%']) {
    const [, preferred] = await send(path, `${problem};q=0.5, ${GITHUB};q=0.4`);
    const [, other] = await send(path, `${problem};q=0.5, ${GITHUB}`);
    expect([path, preferred, other]).toEqual([path, problem, 'application/json']);
  }
});

test('an error is plain JSON where that is named with the highest quality, wherever it stands', async () => {
  const accept = `${GITHUB};q=0.1, application/problem+json;q=0.5, application/json`;
  expect(await send('/v1/none', accept)).toEqual([404, 'application/json', 'Accept']);
});

test('`authenticate` has the header as the client sent it', async () => {
  const seen: (string | null)[] = [];
  const api = await serveSchema(schema, documents, {
    authenticate({ headers }) {
      seen.push(headers.get('accept'));
      return { subject: 'ann', scopes: [] };
    },
  });
  await api.send('GET /hello', { headers: { accept: GITHUB, authorization: 'Bearer a' } });
  await api.close();
  expect(seen).toEqual([GITHUB]);
});
