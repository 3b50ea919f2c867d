import { describe, expect, test } from 'vitest';
import { inputRows, pageRows } from '../../../src/cli/writeExplanation.ts';
import { describePage } from '../../../src/gateway/describe/describeEndpoint.ts';
import { type Schema, nullable, ref } from '../../../src/gateway/describe/openapi/Schema.ts';
import { compileOne } from '../gateway/compile/support/compileDocuments.ts';
import { pagedSchema } from '../gateway/engine/support/pagedSchema.ts';

const FILTER: Schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, and: { type: ['array', 'null'], items: ref('Filter') } },
};
const COMPONENTS = new Map<string, Schema>([
  ['Filter', FILTER],
  ['Genre', { type: 'string', enum: ['fact', 'fiction'] }],
]);

describe('inputRows', () => {
  test.each<[schema: Schema, required: boolean, values: string]>([
    [{ type: 'string' }, true, 'required, string'],
    [{ type: ['string', 'null'], minLength: 1 }, false, 'string or null, not empty'],
    [{ type: 'integer', format: 'int32', minimum: 1, maximum: 9, default: 5 }, false, 'integer, 1 to 9, 5 by default'],
    [{ type: 'number', minimum: 1 }, false, 'number, at least 1'],
    [{ type: 'array', maxItems: 3 }, false, 'array, at most 3 items'],
    [{ type: 'array', items: { type: 'string' } }, false, 'array of string'],
    [{ type: ['array', 'null'], items: ref('Genre') }, true, 'required, array of "fact" or "fiction" or null'],
    [{ type: 'string', format: 'date', pattern: 'a' }, false, 'string, date, matching a'],
    [ref('Genre'), false, '"fact" or "fiction"'],
    [nullable(ref('Genre')), false, '"fact" or "fiction" or null'],
    [{ anyOf: [{ type: 'integer' }, { const: 'none' }] }, false, 'integer or "none"'],
    [{ const: 'author' }, false, 'flag'],
    [{}, false, 'any type'],
  ])('%j has the values %j', (schema, required, values) => {
    const input = { name: 'a', in: 'query', required, variables: { a: 'String' }, schema } as const;
    expect(inputRows(input, COMPONENTS)).toEqual([['a', 'query', '$a: String', values]]);
  });

  test('does not repeat texts that have a row each', () => {
    const schema = { type: 'string', enum: ['new', '-new'] };
    const values = { new: { field: 'NEW' }, '-new': { field: 'NEW', desc: true } };
    const input = { name: 'sort', in: 'query', required: false, variables: { sort: 'Sort' }, values, schema } as const;
    expect(inputRows(input, COMPONENTS).map(([, , , cell]) => cell)).toEqual([
      'one of these texts',
      '"new" is {"field":"NEW"}',
      '"-new" is {"field":"NEW","desc":true}',
    ]);
  });

  test('has a row for each nested property, those of a recursive type once', () => {
    const input = {
      name: '',
      in: 'body',
      required: true,
      variables: { filter: 'Filter!' },
      schema: ref('Filter'),
    } as const;
    expect(inputRows(input, COMPONENTS).map(([name, , , values]) => [name, values])).toEqual([
      ['the whole body', 'required, object'],
      ['name', 'required, string'],
      ['and', 'array of object or null'],
    ]);
  });

  test('lists a hundred properties of types that refer to each other', () => {
    const names = Array.from({ length: 16 }, (_, at) => `Filter${at}`);
    const properties = Object.fromEntries(names.map((name) => [`in${name}`, ref(name)]));
    const components = new Map<string, Schema>(
      names.map((name) => [name, { type: 'object', properties: { ...properties } }]),
    );
    const input = { name: '', in: 'body', required: true, variables: {}, schema: ref('Filter0') } as const;
    const rows = inputRows(input, components);
    expect(rows).toHaveLength(102);
    expect(rows[1]).toEqual(['inFilter0', '', '', 'object']);
    expect(rows.at(-1)).toEqual(['…', '', '', 'more properties, in the OpenAPI document']);
  });
});

const rowsOf = (selection: string, conventions: object = {}) => {
  const documents = {
    'conventions.json': JSON.stringify(conventions),
    'v1/a.graphql': `query list @endpoint(method: GET, path: "/a") { ${selection} }`,
  };
  return pageRows(describePage(compileOne(pagedSchema, documents)));
};

describe('pageRows', () => {
  test('the pages of an endpoint are explained with their names resolved', () => {
    expect(
      rowsOf(
        'rows: item @paginate(connection: { first: "limit" }, styles: [OFFSET]) { id } item_aggregate { aggregate { count @total } }',
        { page: { over: 'clamp' } },
      ),
    ).toEqual([
      ['list', 'rows'],
      ['styles', 'OFFSET'],
      ['limit', '20, more is 100'],
      ['arguments', 'first: limit, offset'],
      ['fields', 'total: item_aggregate.aggregate.count'],
    ]);
    expect(rowsOf('saleor @paginate(styles: [CURSOR], max: 5) { edges @unwrap { node { id } } }')).toEqual([
      ['list', 'saleor'],
      ['styles', 'CURSOR'],
      ['limit', '5, at most 5'],
      ['arguments', 'first, after'],
      ['fields', 'hasNextPage: pageInfo.hasNextPage, endCursor: pageInfo.endCursor'],
    ]);
    expect(rowsOf('ids @paginate(styles: [PAGE])').at(-1)).toEqual(['arguments', 'first, offset']);
    expect(rowsOf('ids(first: 1)')).toEqual([]);
  });
});
