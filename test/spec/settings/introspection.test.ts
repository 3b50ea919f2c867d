// Who tries Portico out may look around; in production the schema is known to those who need it.
import { afterAll, describe, expect, test } from 'vitest';
import { errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const query = '{ __schema { queryType { name } } }';

describe('without DATABASE_URL', async () => {
  const portico = await startForSpec({});
  afterAll(() => portico.close());

  test('/graphql may be introspected', async () => {
    const answer = await queryGraphql(portico, query);
    expect(answer.json).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
  });
});

describe('with DATABASE_URL', async () => {
  // Nothing is sought there: the database of the test is brought along.
  const portico = await startForSpec({ DATABASE_URL: 'postgresql://127.0.0.1:1/shop' });
  afterAll(() => portico.close());

  test('/graphql refuses to be introspected', async () => {
    const answer = await queryGraphql(portico, query);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[0]!.extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});
