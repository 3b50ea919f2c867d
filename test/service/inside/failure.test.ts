// With access to the database: an unexpected failure. The response reveals nothing about it, the log everything.
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectError, listOf, someText } from '../../promises/support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

const INSIDE = /prisma|postgres|sql|relation|graphql|node_modules|\.ts\b|stack|first_name|forgotten/i;

describe('an unexpected failure', async () => {
  const { portico, database, logged } = await openForSpec();
  afterAll(() => portico.close());
  await database.run({}, (client) => client.$executeRaw`ALTER TABLE users RENAME COLUMN first_name TO forgotten`);

  test.each([V1, V2])('under $name is 500 and reveals no internals', async (scheme) => {
    const client = portico.in(scheme);
    for (const path of ['/users', '/users/1', '/orders?expand=user']) {
      const answer = await client.get(path);
      expectError(answer, 500);
      expect(answer.body).not.toMatch(INSIDE);
    }
  });

  test('is a problem of RFC 9457 where that is preferred', async () => {
    const answer = await portico.get('/v1/users/1', { headers: { accept: 'application/problem+json' } });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR', detail: someText });
    expect(answer.body).not.toMatch(INSIDE);
  });

  test('over GraphQL reveals no internals', async () => {
    const answer = await portico.post('/graphql', { query: '{ user(id: 1) { name } }' });
    expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    expect(answer.body).not.toMatch(INSIDE);
  });

  test.each(['/v1/users/1', '/graphql'])(
    'of %s is logged with its cause under the request id of the answer, without the token',
    async (path) => {
      const body = { query: '{ user(id: 1) { name } }' };
      const answer = await portico.request(path === '/graphql' ? 'POST' : 'GET', path, {
        body: path === '/graphql' ? body : undefined,
      });
      const lines = logged.filter((line) => line.includes(answer.headers['x-request-id'] as string));
      const failure = lines.find((line) => /"level":(50|"error")/.test(line));
      expect(failure).toMatch(/first_name|firstName/);
      expect(logged.join('\n')).not.toMatch(/eyJ/);
    },
  );

  test('does not affect other endpoints', async () => {
    expect(listOf(await portico.get('/v1/products')).data).toHaveLength(20);
    expectError(await portico.get('/v1/users/x'), 400, 'id');
  });

  test('of an expand does not affect the order itself', async () => {
    expect((await portico.get('/v1/orders?limit=1')).status).toBe(200);
  });
});
