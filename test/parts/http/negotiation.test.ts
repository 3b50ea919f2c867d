import { describe, expect, test } from 'vitest';
import { selectMediaType, selectProducedType } from '../../../src/gateway/http/negotiation.ts';
import { type Preference, readPreference } from '../../../src/gateway/http/versions.ts';

const settings = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1, 2] } as const;
const V = (version: number) => `application/vnd.toy.v${version}+json`;
const API = 'application/vnd.api+json';
const HAL = 'application/hal+json; profile=x';
const select = (produces: readonly string[] | undefined, accept: string | undefined) =>
  selectProducedType(produces, { preference: readPreference(accept, settings), version: 1, accept }, settings);

describe('selectProducedType', () => {
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
});

describe('selectMediaType', () => {
  const plain: Preference = { kind: 'json', version: undefined };

  test.each<[Preference, number, string]>([
    [plain, 2, 'application/json'],
    [{ kind: 'json', version: 2 }, 2, V(2)],
    [{ kind: 'json', version: 1 }, 1, V(1)],
    [{ kind: 'anyVendor', versions: [1, 2] }, 2, V(2)],
    [{ kind: 'unknownVersion', version: '9' }, 2, 'application/json'],
    [{ kind: 'unacceptable' }, 2, 'application/json'],
  ])('for %j, version %i responds with %s', (preference, version, expected) => {
    expect(selectMediaType({ preference, version }, settings)).toBe(expected);
  });

  test.each<[number | undefined, string | undefined, string]>([
    [undefined, undefined, 'application/json'],
    [1, undefined, 'application/json'],
    [2, undefined, V(2)],
    [2, '*/*', V(2)],
    [2, 'application/*;q=0.1', V(2)],
    [2, 'application/json', 'application/json'],
    [2, `${V(2)};q=0, */*`, 'application/json'],
  ])('for a body of version %s and Accept: %s it is %s', (bodyVersion, accept, expected) => {
    expect(selectMediaType({ preference: plain, version: 2, accept, bodyVersion }, settings)).toBe(expected);
  });

  test('Accept decides before the body', () => {
    const choice = { preference: { kind: 'json', version: 1 }, version: 1, accept: V(1), bodyVersion: 2 } as const;
    expect(selectMediaType(choice, settings)).toBe(V(1));
  });
});

describe('of application/json alone', () => {
  const onlyVersion = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1] } as const;
  const TYPES = 'available media types: application/json, application/vnd.toy.v1+json';
  const selectFor = (preference: Preference) =>
    selectProducedType(undefined, { preference, version: 1, accept: undefined }, onlyVersion);

  test.each<Preference>([
    { kind: 'json', version: undefined },
    { kind: 'json', version: 2 },
    { kind: 'anyVendor', versions: [2, 1] },
  ])('%j is acceptable', (preference) => {
    expect(selectFor(preference)).toBeUndefined();
  });

  test.each<[Preference, string]>([
    [{ kind: 'unacceptable' }, `Not acceptable; ${TYPES}`],
    [{ kind: 'anyVendor', versions: [2] }, `Not acceptable; ${TYPES}`],
    [{ kind: 'unknownVersion', version: '9' }, `Version 9 does not exist; ${TYPES}`],
    [{ kind: 'unknownVersion', version: '9'.repeat(21) }, `Version ${'9'.repeat(19)}… does not exist; ${TYPES}`],
  ])('%j is not', (preference, message) => {
    const refused = expect.objectContaining({ code: 'NOT_ACCEPTABLE', message });
    expect(() => selectFor(preference)).toThrow(refused);
  });
});
