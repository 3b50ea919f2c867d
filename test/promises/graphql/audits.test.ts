// What GraphQL over HTTP asks of a server, by the audits of graphql-http: a test for each, named as it is named there.
// See https://graphql.github.io/graphql-over-http/draft/
import { type Audit, serverAudits } from 'graphql-http';
import { afterAll, describe, expect, test } from 'vitest';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

/** The audits know of no credentials. */
const authorizedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${await portico.token('users:read')}`);
  return fetch(input, { ...init, headers });
};
const url = new URL(portico.path('/graphql'), portico.url).href;
const audits = new Map(serverAudits({ url, fetchFn: authorizedFetch }).map((audit) => [audit.id, audit]));

/**
 * Recommendations that are not followed: 200 for a document that cannot run, where the client accepts application/json.
 * No error of this interface is answered with 200. The same errors under application/graphql-response+json are audited.
 */
const NOT_FOLLOWED = ['572B', 'FDE2', '7B9B'];

const followed = [...audits.values()].filter(({ id }) => !NOT_FOLLOWED.includes(id));

describe.each(['MUST', 'SHOULD', 'MAY'])('what a server %s do', (level) => {
  const own = followed.filter(({ name }) => name.startsWith(`${level} `));

  test.each(own.map(({ id, name, fn }): [string, string, Audit['fn']] => [id, name, fn]))(
    '%s: %s',
    async (_id, _name, fn) => {
      expect(await fn()).toMatchObject({ status: 'ok' });
    },
  );
});

describe('what a server SHOULD do, but no error is answered with 200', () => {
  test.each(NOT_FOLLOWED.map((id) => [id, audits.get(id)?.name]))('%s: %s', async (id) => {
    const result = await audits.get(id!)!.fn();
    expect(result).toMatchObject({ status: 'warn', response: { status: 400 } });
  });
});
