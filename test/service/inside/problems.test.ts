// In one process the engine has the scalars of the domain, so their errors are reported together with all others.
import { afterAll, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectError } from '../../promises/support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico } = await openForSpec();
afterAll(() => portico.close());

const wrong = { email: 'ada', nick: 3 };

test.each([
  { scheme: V1, body: { ...wrong, name: ' ' }, messages: ['name must not be blank'] },
  { scheme: V1, body: { ...wrong, name: 'A\0da' }, messages: ['name must not contain U+0000'] },
  {
    scheme: V2,
    body: { ...wrong, firstName: '\t' },
    messages: ['firstName must not be blank', 'lastName is required'],
  },
])('reports all problems of a user at once: $body', async ({ scheme, body, messages }) => {
  const answer = await portico.in(scheme).post('/users', body);
  expectError(answer, 400, 'email must be an e-mail address', 'nick', ...messages);
  expect(answer.body).not.toContain('.;');
});
