import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testFaults } from '../support/faults.ts';

const schema = `
  enum Field { NAME CREATED }
  input Order { field: Field!, down: Boolean = false, ids: [ID!], by: Order }
  input One @oneOf { id: ID, field: Field }
  type Query { list(sort: [Order!], one: One, field: Field, days: Int, ids: [[ID!]!]): String }
`;
const get = (variables: string, given: string, more = '') =>
  `query get(${variables}) @endpoint(method: GET, path: "/l${more}") { list(${given}) }`;
const sort = (values: string, more = '') => get(`$sort: [Order!]${more} @param(values: ${values})`, 'sort: $sort');

const none = get('$f: Field = null @param(values: [{ text: "none", value: null }])', 'field: $f');
const any = sort('[{ text: "any", value: null }, { text: "n", value: { field: NAME } }]', ' = null');

describe('compileParamValues', () => {
  test.each<[promise: string, document: string, query: string, given: unknown]>([
    [
      'the values are those of variables: ids are texts, and lists are lists',
      sort(
        '[{ text: "a", value: { field: NAME, ids: 7 } }, { text: "b", value: { field: CREATED } }]',
        ' = { field: CREATED }',
      ),
      'sort=a,b',
      {
        sort: [
          { field: 'NAME', down: false, ids: ['7'] },
          { field: 'CREATED', down: false },
        ],
      },
    ],
    [
      'an item can be a list, and one text can be written without brackets',
      get('$ids: [[ID!]!] @param(values: { text: "a", value: [1, "b"] })', 'ids: $ids'),
      'ids=a',
      { ids: [['1', 'b']] },
    ],
    ['an enum keeps its texts beside those for null alone', none, 'f=CREATED', { field: 'CREATED' }],
    ['a text can be that for null', none, 'f=none', { field: null }],
    ['a default can be null', none, '', { field: null }],
    [
      'a default can be null, which no text stands for',
      get('$f: Field = null @param(values: [{ text: "n", value: NAME }])', 'field: $f'),
      '',
      { field: null },
    ],
    ['a null that no item can be is that of the list', any, 'sort=any', { sort: null }],
  ])('%s', async (_, document, query, given) => {
    const seen: unknown[] = [];
    const root = { list: (args: unknown) => void seen.push(args) };
    await ask(schema, document, `GET /v1/l${query && `?${query}`}`, { root });
    expect(seen).toEqual([given]);
  });

  describe('values are refused where', () => {
    testFaults(schema, [
      [
        'a literal has an unknown field',
        sort('[{ text: "-name", value: ▶{ field: NAME, order: DOWN } }]'),
        '"-name" stands for {field: NAME, order: DOWN}, which is no Order. Write a value of Order.',
      ],
      [
        'a literal lacks a field, or has one of another type, however deep',
        sort('[{ text: "x", value: ▶{ down: true } }, { text: "y", value: ▶{ field: NAME, by: { field: "NAME" } } }]'),
        '"x" stands for {down: true}, which is no Order. Write a value of Order.',
        '"y" stands for {field: NAME, by: {field: "NAME"}}, which is no Order. Write a value of Order.',
      ],
      [
        'a literal of @oneOf has two fields, or null',
        get(
          '$one: One @param(values: [{ text: "x", value: ▶{ id: 1, field: NAME } }, { text: "y", value: ▶{ id: null } }])',
          'one: $one',
        ),
        '"x" stands for {id: 1, field: NAME}, which is no One. Write a value of One.',
        '"y" stands for {id: null}, which is no One. Write a value of One.',
      ],
      [
        'a text is there twice',
        get('$f: Field @param(values: [{ text: "a", value: NAME }, { text: ▶"a", value: CREATED }])', 'field: $f'),
        'values has "a" more than once. Remove one of them.',
      ],
      ['there are none', sort('▶[]'), 'values is empty. Add a text and its value, or remove values.'],
      [
        'the default is none of them',
        sort('[{ text: "a", value: { field: NAME } }]', ' = ▶[{ field: NAME }, { field: CREATED }]'),
        'The default of $sort is none of its values. Add it to values, or change the default.',
      ],
      [
        'nullAs is beside them',
        get('$f: Field @param(nullAs: ▶"a", values: [{ text: "b", value: NAME }])', 'field: $f'),
        'nullAs is beside values, which say what each text stands for. Add {text: "a", value: null} to values.',
      ],
      [
        'a text for null is also one of the enum',
        get('$f: Field @param(values: [{ text: ▶"NAME", value: null }])', 'field: $f'),
        '"NAME" is also a value of Field. Choose another text.',
      ],
      [
        'there is no value',
        get('$f: Field @param(values: [▶{ text: "a" }, { text: "n", value: NAME }])', 'field: $f'),
        '"a" stands for nothing. Add value, which may be null.',
      ],
      [
        'null is of a type without',
        get('$f: Field! @param(values: [{ text: "none", value: ▶null }, { text: "n", value: NAME }])', 'field: $f'),
        '"none" stands for null, which is no Field. Write a value of Field.',
      ],
      [
        'null is there twice for a list',
        get(
          '$s: [Order!] @param(values: [{ text: "all", value: null }, { text: "any", value: ▶null }, { text: "n", value: { field: NAME } }])',
          'sort: $s',
        ),
        '"any" stands for null, which is no Order. Write a value of Order.',
      ],
      [
        'other bounds are beside them',
        get('$d: Int ▶@param(min: 1, values: [{ text: "a", value: 1 }])', 'days: $d'),
        'values lists all texts, so that no other bounds hold for them. Remove the bounds, or values.',
      ],
      [
        'the example is none of them',
        get('$d: Int @param(example: ▶"b", values: [{ text: "a", value: 1 }])', 'days: $d'),
        'The example of d is not valid: it must be one of "a". Change the example, or the bounds.',
      ],
      [
        'the parameter is the whole body',
        `query get($d: Int @param(values: ▶[{ text: "a", value: 1 }])) @endpoint(method: POST, path: "/l", body: "d") { list(days: $d) }`,
        'values is for parameters and properties, but "d" is the whole body. Remove values, or body.',
      ],
    ]);
  });
});
