import { describe, expect, test } from 'vitest';
import { readPreference } from '../../../../src/gateway/protocol/readPreference.ts';
import { selectProducedType } from '../../../../src/gateway/protocol/selectProducedType.ts';

const settings = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1, 2] } as const;
const V = (version: number) => `application/vnd.toy.v${version}+json`;
const API = 'application/vnd.api+json';
const HAL = 'application/hal+json; profile=x';
const select = (produces: readonly string[] | undefined, accept: string | undefined) =>
  selectProducedType(produces, { preference: readPreference(accept, settings), version: 1, accept }, settings);

test.each<[string | undefined, string]>([
  [undefined, API],
  ['*/*', API],
  ['application/*', API],
  [API, API],
  ['application/json', API],
  ['application/problem+json', API],
  ['application/hal+json', HAL],
  [`${API};q=0.1, application/hal+json`, HAL],
  ['application/hal+json, */*', HAL],
  ['application/hal+json;q=0.1, */*', API],
  [`${API};q=0, application/json`, HAL],
  [`application/json;q=0, */*`, API],
  [V(1), V(1)],
  [`${V(1)}, ${API};q=0.5`, V(1)],
  [`${V(1)};q=0.5, ${API}`, API],
  [`${V(9)}, ${API};q=0.5`, API],
])('Accept: %s is answered with %s', (accept, type) => {
  expect(select([API, HAL], accept)).toBe(type);
});

test('application/json is itself where an endpoint produces it too', () => {
  expect(select([API, 'application/json'], 'application/json')).toBe('application/json');
});

describe('is refused with the types that there are', () => {
  const types = `available media types: ${API}, ${V(1)}, ${V(2)}`;
  test.each([
    ['text/html', `Not acceptable; ${types}`],
    [`${API};q=0, application/json`, `Not acceptable; ${types}`],
    [V(9), `Version 9 does not exist; ${types}`],
  ])('Accept: %s', (accept, message) => {
    expect(() => select([API], accept)).toThrow(expect.objectContaining({ code: 'NOT_ACCEPTABLE', message }));
  });
});

test('an endpoint that produces only application/json has no type of its own', () => {
  expect(select(undefined, '*/*')).toBeUndefined();
  expect(() => select(undefined, API)).toThrow(/available media types: application\/json, /);
});
