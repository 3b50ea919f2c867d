import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { type Components, type Schema, ref } from '../../../../src/gateway/describe/openapi/Schema.ts';
import {
  mergeBodies,
  mergeParameters,
  mergeResponses,
  separateVersions,
} from '../../../../src/gateway/describe/openapi/mergeVersions.ts';
import { headerRefs, responseHeaders } from '../../../../src/gateway/describe/openapi/operations/responseHeaders.ts';
import type { VersionPlan } from '../../../../src/gateway/plan/ApiPlan.ts';

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
    [
      'forms, and bytes',
      [
        { body: { ...body(TEXT).body, encoding: { a: { explode: true } } } },
        { body: { ...body(TEXT, true, ['image/png']).body, encoding: { b: {} }, bytes: ['image/png'] } },
      ],
      {
        required: true,
        schema: TEXT,
        types: ['application/json', 'image/png'],
        encoding: { a: { explode: true }, b: {} },
        bytes: ['image/png'],
      },
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
      'a parameter that is the rest of the path in one of them',
      [[parameter('a', TEXT)], [{ ...parameter('a', TEXT), 'x-multi-segment': true }]],
      [{ ...parameter('a', TEXT), 'x-multi-segment': true }],
    ],
    [
      'parameters of one version',
      [[parameter('a', TEXT)], [parameter('b', TEXT)]],
      [parameter('a', TEXT, false), parameter('b', TEXT, false)],
    ],
  ])('merges %s', (_, versions, expected) => {
    expect(mergeParameters(versions.map((parameters) => ({ parameters })))).toEqual(expected);
  });
});

describe('mergeResponses', () => {
  const versions = [{ conventions: DEFAULT_CONVENTIONS } as VersionPlan];

  test('merges the statuses and the media types of all versions', () => {
    const one = { 200: { description: 'OK', content: { a: 1 } }, 404: { $ref: '#/a' } };
    const other = { 200: { description: 'OK', content: { b: 2 } }, 404: { $ref: '#/a' }, 410: { description: 'Gone' } };
    expect(mergeResponses([one, other], responseHeaders([]))).toEqual({
      200: { description: 'OK', headers: {}, content: { a: 1, b: 2 } },
      404: { $ref: '#/a' },
      410: { description: 'Gone' },
    });
  });

  test('describes a header of some versions in place, and does not require it', () => {
    const one = { 200: { headers: headerRefs(versions, 'Vary', 'ETag') } };
    const other = { 200: { headers: headerRefs(versions, 'Vary', 'DeprecationLink') } };
    expect(mergeResponses([one, other], responseHeaders([]))).toEqual({
      200: {
        headers: {
          ...headerRefs(versions, 'Vary'),
          ETag: expect.objectContaining({ required: false, schema: { type: 'string' } }),
          Link: expect.objectContaining({ required: false, description: expect.stringContaining('RFC 9745') }),
        },
      },
    });
  });
});

const A = { type: 'string' };
const B = { type: 'number' };

describe('separateVersions', () => {
  test.each<
    [name: string, known: Record<string, Schema>, own: Record<string, Schema>, expected: Record<string, Schema>]
  >([
    ['an equal component', { Book: A }, { Book: A }, { Book: A }],
    ['a new component', { Book: A }, { Shelf: B }, { Book: A, Shelf: B }],
    ['a different component', { Book: A }, { Book: B }, { Book: A, BookV2: B }],
    [
      'a component that refers to a different one',
      { Book: A, List: ref('Book'), Page: ref('List') },
      { Book: B, List: ref('Book'), Page: ref('List') },
      { Book: A, List: ref('Book'), Page: ref('List'), BookV2: B, ListV2: ref('BookV2'), PageV2: ref('ListV2') },
    ],
  ])('adds %s', (_, known, own, expected) => {
    const components: Components = new Map(Object.entries(known));
    separateVersions(components, new Map(Object.entries(own)), 'V2');
    expect(Object.fromEntries(components)).toEqual(expected);
  });

  test('renames the references in a node of that version', () => {
    const rename = separateVersions(new Map([['Book', A]]), new Map([['Book', B]]), 'V2');
    expect(rename({ items: ref('Book'), other: [ref('Shelf')] })).toEqual({
      items: ref('BookV2'),
      other: [ref('Shelf')],
    });
  });
});
