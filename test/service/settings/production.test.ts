// With DATABASE_URL the schema is known to those who need it. Without it, as in promises/graphql, whoever tries Portico out may look around.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { errorsOf, queryGraphql } from '../../promises/support/queryGraphql.ts';
import { startInProcess } from '../support/startInProcess.ts';

const query = '{ __schema { queryType { name } } }';

/** Operations with a name that is nearly right. */
const MISSPELT: [what: string, query: string, variables?: Record<string, unknown>][] = [
  ['a field', '{ usr { id } }'],
  ['a field of a type', '{ users { nodes { emial } } }'],
  ['a field of a type whose scope is missing', '{ order(id: 1) { statu } }'],
  ['an argument', '{ user(idd: 1) { id } }'],
  ['an argument of a directive', '{ user(id: 1) @include(iff: true) { id } }'],
  ['a directive', '{ user(id: 1) @includ(if: true) { id } }'],
  ['a type', '{ ... on Quer { __typename } }'],
  ['the type of a variable', 'query ($id: SafeIn!) { user(id: $id) { id } }'],
  ['an input field', 'mutation { createUser(input: { nam: "Ada" }) { id } }'],
  [
    'an input field in a variable',
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
    { input: { nam: 'Ada' } },
  ],
  ['no selection', '{ user(id: 1) }'],
  ['a value of an enum', '{ orders(status: PAD) { totalCount } }'],
  ['a value of an enum in a variable', 'query ($s: OrderStatus) { orders(status: $s) { totalCount } }', { s: 'PAD' }],
];

describe('with DATABASE_URL', async () => {
  // Nothing is sought there: the database of the test is brought along.
  const portico = await startInProcess({ DATABASE_URL: 'postgresql://127.0.0.1:1/shop' });
  afterAll(() => portico.close());

  test('/graphql refuses to be introspected', async () => {
    const answer = await queryGraphql(portico, query);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[0]!.extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });

  test('/graphql executes an introspection that is on its safelist', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'portico-safelist-')), 'operations.json');
    writeFileSync(file, JSON.stringify({ [createHash('sha256').update(query).digest('hex')]: query }));
    const listed = await startInProcess({ DATABASE_URL: 'postgresql://127.0.0.1:1/shop', GRAPHQL_SAFELIST: file });
    expect((await queryGraphql(listed, query)).json).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
    await listed.close();
    rmSync(path.dirname(file), { recursive: true });
  });

  test('GraphiQL does not ask for the schema, and says so', async () => {
    const { body } = await portico.get('/graphiql', { scope: null });
    expect(body).toContain('&#34;introspection&#34;:false');
    expect(body).toContain('Introspection is disabled on this server');
  });

  test.each(MISSPELT)('errors suggest no name where there is %s', async (_, text, variables) => {
    const answer = await queryGraphql(portico, text, variables, { scope: 'users:read users:write orders:read' });
    expect(answer.status).toBe(400);
    for (const { message } of errorsOf(answer)) {
      expect(message).not.toBe('');
      expect(message).not.toMatch(/did you mean/i);
    }
  });
});
