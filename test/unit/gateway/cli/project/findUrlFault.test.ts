import { expect, test } from 'vitest';
import { findUrlFault } from '../../../../../src/gateway/cli/project/findUrlFault.ts';

test.each(['http://localhost:4100/graphql', 'https://api.example.com/'])('accepts %s', (url) => {
  expect(findUrlFault(url)).toBeUndefined();
});

test.each([
  ['', /^must be an http or https URL such as/],
  ['ftp://x/', /^must be an http or https URL such as/],
  ['http://', /^must be an http or https URL such as/],
  ['http://me:hunter2@router/', /^must not contain credentials; (?!.*hunter2)/],
])('refuses %j', (url, message) => {
  expect(findUrlFault(url)).toMatch(message);
});
