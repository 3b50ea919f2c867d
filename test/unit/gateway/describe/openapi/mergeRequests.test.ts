import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { mergeBodies, mergeParameters } from '../../../../../src/gateway/describe/openapi/mergeRequests.ts';

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };

describe('the body of several versions', () => {
  const types = ['application/json'];
  const body = (schema: Schema, required = true, own = types) => ({ body: { required, schema, types: own } });

  test.each([
    ['none', [{ body: undefined }], undefined],
    ['the same body', [body(TEXT), body(TEXT)], { required: true, schema: TEXT, types }],
    ['different bodies', [body(TEXT), body(NUMBER)], { required: true, schema: { anyOf: [TEXT, NUMBER] }, types }],
    ['an optional body', [body(TEXT), body(TEXT, false)], { required: false, schema: TEXT, types }],
    [
      'bodies of several media types',
      [body(TEXT), body(TEXT, true, ['application/json', 'text/json'])],
      { required: true, schema: TEXT, types: ['application/json', 'text/json'] },
    ],
  ])('merges %s', (_, versions, expected) => {
    expect(mergeBodies(versions)).toEqual(expected);
  });
});

describe('the parameters of several versions', () => {
  const parameter = (name: string, schema: Schema, required = true) => ({ name, in: 'query', required, schema });

  test.each([
    ['the same parameter', [[parameter('a', TEXT)], [parameter('a', TEXT)]], [parameter('a', TEXT)]],
    [
      'different parameters',
      [[parameter('a', TEXT)], [parameter('a', NUMBER)]],
      [parameter('a', { anyOf: [TEXT, NUMBER] })],
    ],
    ['an optional parameter', [[parameter('a', TEXT)], [parameter('a', TEXT, false)]], [parameter('a', TEXT, false)]],
    [
      'parameters of one version',
      [[parameter('a', TEXT)], [parameter('b', TEXT)]],
      [parameter('a', TEXT, false), parameter('b', TEXT, false)],
    ],
  ])('merges %s', (_, versions, expected) => {
    expect(mergeParameters(versions.map((parameters) => ({ parameters })))).toEqual(expected);
  });
});
