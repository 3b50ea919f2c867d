// What the reference fills in when somebody tries an endpoint out, sent as it is to a service that has the demo data.
import { afterAll, expect, test } from 'vitest';
import { startAlone } from '../support/startForSpec.ts';

interface Operation {
  parameters?: { name: string; in: string; required: boolean; example?: unknown }[];
  requestBody?: { content: { 'application/json': { example: object } } };
}

const portico = await startAlone();
afterAll(() => portico.close());

const endpoints: [string, string, Operation][] = [];
for (const version of ['/v1', '/v2']) {
  const { paths } = (await portico.get(`${version}/openapi.json`)).json as {
    paths: Record<string, Record<string, Operation>>;
  };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      endpoints.push([method.toUpperCase(), version + path, operation]);
    }
  }
}
// What can be deleted only once is deleted last.
endpoints.sort(([a], [b]) => Number(a === 'DELETE') - Number(b === 'DELETE'));
const deletable = endpoints.filter(([method, path]) => method !== 'DELETE' || path.startsWith('/v1'));

test.each(deletable)('%s %s succeeds with its examples', async (method, path, { parameters = [], requestBody }) => {
  const required = parameters.filter((parameter) => parameter.required);
  const query = required.filter((each) => each.in === 'query').map(({ name, example }) => `${name}=${example}`);
  const filled = required
    .filter((each) => each.in === 'path')
    .reduce((target, { name, example }) => target.replace(`{${name}}`, String(example)), path);
  const body = requestBody?.content['application/json'].example;

  const answer = await portico.request(method, `${filled}?${query.join('&')}`, body ? { body } : {});
  expect([answer.status, answer.body]).toEqual([expect.toSatisfy((status: number) => status < 300), expect.anything()]);
});
