import { expect, test } from 'vitest';
import { findHeaderWarnings } from '../../../../../src/gateway/cli/project/findHeaderWarnings.ts';

const CONFIG = {
  name: 'portico.config.ts',
  upstream: 'https://api.example.com/graphql',
  unsetHeaders: ['authorization', 'x-api-key'],
};

test('names each header without a value, and the variable that init reads it from', () => {
  expect(findHeaderWarnings({}, CONFIG)).toEqual([
    'portico.config.ts: the header authorization has no value, and is not sent to the upstream. Set the environment variable that it is read from, such as UPSTREAM_AUTHORIZATION.',
    'portico.config.ts: the header x-api-key has no value, and is not sent to the upstream. Set the environment variable that it is read from, such as UPSTREAM_X_API_KEY.',
  ]);
});

test.each([
  ['that an option sets', { upstreamHeader: ['Authorization: Bearer a', 'X-API-Key: b'] }, CONFIG],
  ['of another upstream', { upstream: 'https://other.example.com' }, CONFIG],
  ['without an upstream', {}, { name: CONFIG.name, unsetHeaders: CONFIG.unsetHeaders }],
  ['with values', {}, { name: CONFIG.name, upstream: CONFIG.upstream }],
])('does not name headers %s', (_, options, config) => {
  expect(findHeaderWarnings(options, config)).toEqual([]);
});

test('needs no configuration', () => {
  expect(findHeaderWarnings({})).toEqual([]);
});
