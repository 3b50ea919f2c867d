import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../../../src/gateway/plan/ParameterPlan.ts';
import type { ErrorMarkers, ResultPlan } from '../../../../src/gateway/plan/ResultPlan.ts';
import type { Variables } from '../../../../src/gateway/plan/values/coercion.ts';
import { notFoundError, prepareResult } from '../../../../src/gateway/handle/render/prepareResult.ts';
import { parameter as parameterFromCoercion } from '../read/support/coercion.ts';
import { connection, endpointOf, leaf, listOf, object, resultOf, unwrapped, versionOf } from '../support/plans.ts';

const version = versionOf({ enums: { Genre: { FACT: 'fact' } } });

const types = {
  types: { enums: { Genre: { values: { FACT: 'non-fiction' } } }, inputs: {} },
  conventions: DEFAULT_CONVENTIONS,
};

const MARKERS: ErrorMarkers = { fields: [{ key: 'errors', status: 422 }], types: [] };

function resultFor(plan: Partial<ResultPlan>, rest: Partial<EndpointPlan> = {}) {
  return prepareResult(endpointOf({ ...rest, result: resultOf(plan) }), version);
}

/** The body of the data, or the status and message of its error. */
function render(
  plan: Partial<ResultPlan>,
  data: Record<string, unknown>,
  rest: Partial<EndpointPlan> = {},
  variables: Variables = {},
) {
  const { find, toBody } = resultFor(plan, rest);
  try {
    return { body: toBody(find(data, variables), { variables, base: '' }) };
  } catch (error) {
    return [(error as ServiceError).status, (error as ServiceError).message];
  }
}

const book = object({ id: leaf('Int'), genre: leaf('Genre') }, 'Book');

describe('compileResult', () => {
  describe('the body', () => {
    test.each<[string, Partial<ResultPlan>, Record<string, unknown>, unknown]>([
      ['at one key', { dataPath: ['book'], body: book }, { book: { id: 1, genre: 'FACT' } }, { id: 1, genre: 'fact' }],
      ['further down', { dataPath: ['a', 'b'] }, { a: { b: 'x' } }, 'x'],
      [
        'in a wrapper',
        { dataPath: ['book'], body: object({ book }), wrapper: 'book' },
        { book: { id: 1, genre: 'FACT' } },
        { book: { id: 1, genre: 'fact' } },
      ],
      [
        'of several root fields',
        { dataPath: [], body: object({ one: book, none: book }) },
        { one: { genre: 'FACT' }, none: null },
        { one: { genre: 'fact' }, none: null },
      ],
      [
        'of several root fields that are sent as they are',
        { dataPath: [], body: object({ a: leaf() }) },
        { a: 1 },
        { a: 1 },
      ],
      ['of an empty list', { dataPath: ['list'], body: listOf(book) }, { list: [] }, []],
      ['false', { dataPath: ['flag'], body: leaf('Boolean') }, { flag: false }, false],
      [
        'next to errors as data that are empty',
        { dataPath: ['add', 'book'], errorsAt: [MARKERS, null], body: book },
        { add: { errors: [], book: { genre: 'FACT' } } },
        { genre: 'fact' },
      ],
      [
        'without its errors as data',
        { dataPath: ['add'], errorsAt: [MARKERS], body: object({ book }) },
        { add: { errors: [], book: { genre: 'FACT' } } },
        { book: { genre: 'fact' } },
      ],
    ])('is the value %s', (_, plan, data, body) => {
      expect(render(plan, data)).toEqual({ body });
    });
  });

  describe('a value that is missing', () => {
    test.each<[string, Partial<ResultPlan>, Record<string, unknown>, string]>([
      ['null', { dataPath: ['book'], body: book }, { book: null }, 'No Book was found.'],
      ['absent', { dataPath: ['book'], body: book }, {}, 'No Book was found.'],
      ['below null', { dataPath: ['a', 'b', 'c'], body: book }, { a: null }, 'No Book was found.'],
      ['a null scalar', { dataPath: ['a'], body: leaf('Boolean') }, { a: null }, 'No Boolean was found.'],
      ['a null list', { dataPath: ['a'], body: listOf(listOf(book)) }, { a: null }, 'No Book was found.'],
      ['a null connection', { dataPath: ['a'], body: connection(book) }, { a: null }, 'No Book was found.'],
      [
        'an unwrapped object',
        { dataPath: ['a'], body: unwrapped('name', leaf()) },
        { a: null },
        'No String was found.',
      ],
      [
        'in a wrapper',
        { dataPath: ['book'], body: object({ book }), wrapper: 'book' },
        { book: null },
        'No Book was found.',
      ],
      [
        'next to errors as data',
        { dataPath: ['add'], errorsAt: [MARKERS], body: book },
        { add: null },
        'No Book was found.',
      ],
    ])('is 404: %s', (_, plan, data, message) => {
      expect(render(plan, data)).toEqual([404, message]);
    });

    test('names the path and query parameters that it was looked up by', () => {
      const parameters = [
        parameterFromCoercion('key', 'Int!', { source: 'path', variable: 'id' }),
        parameterFromCoercion('genre', 'Genre'),
        parameterFromCoercion('text', 'String'),
        parameterFromCoercion('ids', '[ID!]'),
        parameterFromCoercion('flag', 'Boolean'),
        parameterFromCoercion('absent', 'String'),
        parameterFromCoercion('secret', 'String', { source: 'header' }),
        parameterFromCoercion('note', 'String', { source: 'body' }),
      ];
      const variables = { id: 7, genre: 'FACT', text: 'x'.repeat(101), ids: ['a'], flag: true, secret: 's', note: 'n' };
      expect(render({ dataPath: ['book'], body: book }, {}, { parameters }, variables)).toEqual([
        404,
        `No Book was found for key 7, genre fact, text ${'x'.repeat(99)}….`,
      ]);
    });
  });

  test('a list of pages may be null, but no object on the way to it', () => {
    const list = connection(leaf(), { path: [], selected: listOf(leaf()), lists: [{ path: [] }] });
    const plan = { dataPath: ['shelf', 'books'], body: list };
    expect(render(plan, { shelf: { books: null } })).toEqual({ body: null });
    expect(render(plan, { shelf: null })).toEqual([404, 'No String was found.']);
  });

  describe('under 204', () => {
    test('a scalar may be null, but no object on the way to it', () => {
      expect(render({ dataPath: ['a', 'b'], body: leaf() }, { a: { b: null } }, { status: 204 })).toEqual({
        body: null,
      });
      expect(render({ dataPath: ['a', 'b'], body: leaf() }, { a: null }, { status: 204 })).toEqual([
        404,
        'No String was found.',
      ]);
      expect(render({ dataPath: ['a'], body: leaf() }, { a: null }, { status: 204 })).toEqual({ body: null });
      expect(render({ dataPath: ['a'], body: book }, { a: null }, { status: 204 })).toEqual([
        404,
        'No Book was found.',
      ]);
      expect(render({ dataPath: ['a'], body: leaf() }, { a: null }, { status: 200 })).toEqual([
        404,
        'No String was found.',
      ]);
    });
  });

  describe('errors as data', () => {
    test.each<[string, Partial<ResultPlan>, Record<string, unknown>, [number, string]]>([
      [
        'at the end of the data path',
        { dataPath: ['add'], errorsAt: [MARKERS] },
        { add: { errors: ['no'] } },
        [422, 'no'],
      ],
      [
        'before it',
        { dataPath: ['add', 'book'], errorsAt: [MARKERS, null] },
        { add: { errors: ['no'], book: null } },
        [422, 'no'],
      ],
      ['next to the root field', { dataPath: [], rootErrors: MARKERS }, { errors: 'no' }, [422, 'no']],
    ])('are thrown %s', (_, plan, data, error) => {
      expect(render(plan, data)).toEqual(error);
    });
    test('that are all that is selected have no body', () => {
      expect(render({ dataPath: [], rootErrors: MARKERS }, { errors: null })).toEqual({ body: undefined });
    });
  });
});

const parameter = (name: string, source: ParameterPlan['source'], type = 'String!'): ParameterPlan => ({
  name,
  variable: `${name}Variable`,
  source,
  type,
  required: true,
  constraints: {},
});

describe('notFoundError', () => {
  test.each<[string, string | undefined, ParameterPlan[], Record<string, unknown>, string]>([
    ['the type alone', 'Book', [], {}, 'No Book was found.'],
    ['nothing', undefined, [], {}, 'Nothing was found.'],
    ['a number', 'Book', [parameter('id', 'path')], { idVariable: 5 }, 'No Book was found for id 5.'],
    ['a text of the query', undefined, [parameter('q', 'query')], { qVariable: 'x' }, 'Nothing was found for q x.'],
    [
      'an enum as a client writes it',
      'Book',
      [parameter('g', 'path', 'Genre!')],
      { gVariable: 'FACT' },
      'No Book was found for g non-fiction.',
    ],
    [
      'no header and no body',
      'Book',
      [parameter('h', 'header'), parameter('b', 'body')],
      { hVariable: 'x', bVariable: 'y' },
      'No Book was found.',
    ],
    [
      'no list and no null',
      'Book',
      [parameter('l', 'query'), parameter('n', 'query')],
      { lVariable: ['x'], nVariable: null },
      'No Book was found.',
    ],
    [
      'the first 100 characters',
      'Book',
      [parameter('id', 'path')],
      { idVariable: 'x'.repeat(101) },
      `No Book was found for id ${'x'.repeat(99)}….`,
    ],
    [
      'whole characters',
      'Book',
      [parameter('id', 'path')],
      { idVariable: `${'x'.repeat(99)}😀` },
      `No Book was found for id ${'x'.repeat(99)}….`,
    ],
  ])('names %s', (_, type, lookedUpBy, variables, message) => {
    expect(notFoundError(type, lookedUpBy, variables, types)).toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
      message,
    });
  });
});
