import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describeBytes, describeRequest } from './describeRequest.ts';
import { ALL_SCOPES } from '../../promises/support/signToken.ts';

const URL_OF_SERVICE = new URL('http://127.0.0.1:4000');

test('a request is a command of curl', () => {
  const request = {
    method: 'POST',
    path: "/v1/users?x=o's",
    headers: { accept: 'a\u00ff' },
    body: '{"a": 1}',
    scope: 'users:read',
  };
  expect(describeRequest(URL_OF_SERVICE, request)).toBe(
    `printf %b '{"a": 1}' | curl -i -X POST --path-as-is $'http://127.0.0.1:4000/v1/users?x=o\\x27s'` +
      ` -H "authorization: Bearer $TOKEN" -H $'accept: a\\xff' --data-binary @- # scopes: users:read`,
  );
  const plain = { method: 'GET', path: '/', headers: {}, body: undefined, scope: ALL_SCOPES };
  expect(describeRequest(URL_OF_SERVICE, { ...plain, scope: null })).toBe(
    `curl -i -X GET --path-as-is $'http://127.0.0.1:4000/'`,
  );
  expect(describeRequest(URL_OF_SERVICE, plain)).not.toContain('#');
});

test('the command of bytes prints exactly these bytes', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const command = describeBytes(URL_OF_SERVICE, bytes);
  expect(command).toMatch(/ \| nc -q 5 127\.0\.0\.1 4000$/);
  expect(execFileSync('bash', ['-c', command.split(' | nc ')[0]!])).toEqual(bytes);
});
