// CSV as RFC 4180 has it: what is written is what a reader of its grammar reads.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareCsv } from '../../../../src/gateway/handle/render/prepareCsv.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { PageConventions } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { compileOne } from '../../support/compileDocuments.ts';

const schema = `
  scalar JSON
  type Query { rows: [Row] }
  type Row { id: ID! text: String number: Float json: JSON }
`;
const plan = compileOne(schema, {
  'v1/rows.graphql':
    'query rows @endpoint(method: GET, path: "/rows", produces: ["text/csv"]) { rows { text number json } }',
});

function write(items: readonly (object | null)[], csvFormulas: PageConventions['csvFormulas'] = 'keep'): string {
  const conventions = { ...DEFAULT_CONVENTIONS, page: { ...DEFAULT_CONVENTIONS.page, csvFormulas } };
  const { body } = plan.result;
  if (body.kind !== 'list') throw new Error('The body is no list.');
  const csv = prepareCsv(plan, body.of, { types: { enums: {}, inputs: {} }, conventions } as never);
  const context = { variables: {}, base: '' };
  return csv.header(context) + csv.rows(items, context).text;
}

/** The fields of the records of a text, by the grammar of RFC 4180, section 2; null for one that is empty and not quoted. */
function read(text: string): (string | null)[][] {
  const records: (string | null)[][] = [];
  let record: (string | null)[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (field.lastIndex < text.length) {
    const [, quoted, plain, end] = field.exec(text)!;
    record.push(quoted?.replaceAll('""', '"') ?? (plain === '' ? null : plain!));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

describe('prepareCsv', () => {
  test('writes any text so that it can be read', () => {
    const text = fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[",\r\n =a]*$/)));
    const row = fc.record({ text, number: fc.option(fc.integer()), json: fc.option(fc.dictionary(fc.string(), text)) });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const values = rows.map(({ text: value, number, json }) => [
          value,
          number === null ? null : String(number),
          json === null ? null : JSON.stringify(json),
        ]);
        expect(read(write(rows))).toEqual([['text', 'number', 'json'], ...values]);
      }),
    );
  });
  test.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['\ta', "'\ta"],
    ['\ra', '"\'\ra"'],
    ['\na', '"\'\na"'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    ['a=1', 'a=1'],
  ])('escapes %j, where the conventions say so', (text, cell) => {
    expect(write([{ text, number: -1, json: null }], 'escape')).toBe(`text,number,json\r\n${cell},-1,\r\n`);
  });
  test('has no row for null, and none of a list without items', () => {
    expect(write([null])).toBe('text,number,json\r\n');
    expect(write([])).toBe('text,number,json\r\n');
  });
});
