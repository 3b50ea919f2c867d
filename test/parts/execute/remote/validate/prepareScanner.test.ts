// Text that is sent as the upstream wrote it must be what would be sent if it were parsed, validated and written again.
import fc from 'fast-check';
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { prepareResultValidator } from '../../../../../src/gateway/execute/remote/validate/prepareResultValidator.ts';
import {
  prepareScanner,
  scanResult,
  scanResults,
} from '../../../../../src/gateway/execute/remote/validate/prepareScanner.ts';
import { JsonText } from '../../../../../src/gateway/http/json.ts';

const schema = buildSchema(`
  type Query { viewer: Viewer, items: [Item!]!, node: Node }
  type Viewer { items: [Item], name: String }
  interface Node { id: ID! }
  type Item implements Node {
    id: ID!
    count: Int
    price: Float!
    isNew: Boolean!
    state: State
    tags: [String!]
    at: DateTime
    parent: Item
  }
  enum State { OPEN CLOSED }
  scalar DateTime
`);

const SELECTED = '{ id count price isNew state tags at parent { __typename id } }';
const DOCUMENT = parse(`{ viewer { items ${SELECTED} } }`, { noLocation: true });
const PATH = ['viewer', 'items'];

const scan = prepareScanner(schema, DOCUMENT, { path: PATH })!;
const validate = prepareResultValidator(schema, DOCUMENT);

/** What is sent of a text that is scanned. */
function scanned(text: string): string | undefined {
  const viewer = scanResult(text, scan)?.data['viewer'] as { items: JsonText } | undefined;
  return viewer?.items.text;
}

const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const letters = fc.string({ unit: fc.constantFrom('a', 'ü', '𐀀', '"', '\\', '\n', '/') });
const item = fc.record({
  id: letters,
  count: nullable(fc.integer({ min: -5 })),
  price: fc.oneof(fc.integer(), fc.constantFrom(1e21, -0, 1.5, 1e-7, 0.25)),
  isNew: fc.boolean(),
  state: nullable(fc.constantFrom('OPEN', 'CLOSED', 'OPEN', 'CLOSED', 'LOST')),
  tags: nullable(fc.array(letters, { maxLength: 3 })),
  at: nullable(fc.oneof(letters, letters, fc.integer())),
  parent: nullable(fc.record({ __typename: fc.constantFrom('Item', 'Viewer'), id: letters })),
});
const result = fc.record({
  data: fc.record({ viewer: fc.record({ items: fc.array(nullable(item), { maxLength: 3 }) }) }),
});

const RESULT = {
  data: {
    viewer: {
      items: [
        { id: '1', count: 5, price: 1.5, isNew: true, state: 'OPEN', tags: ['a', 'ü"\n'], at: '2026', parent: null },
        null,
      ],
    },
  },
};

describe('prepareScanner', () => {
  test('what is scanned is what would be sent', () => {
    let found = 0;
    fc.assert(
      fc.property(
        result,
        fc.nat(),
        fc.constantFrom('', '', '', '', ' ', '"', '}', ']', ',', '1', '0', '\\', '\t', 'e'),
        (value, at, added) => {
          const whole = JSON.stringify(value);
          // In UTF-8 there are no halves of a character.
          const text = Buffer.from(
            whole.slice(0, at % whole.length) + added + whole.slice(at % whole.length),
          ).toString();
          const sent = scanned(text);
          if (sent === undefined) return;
          found++;
          const { viewer } = validate(JSON.parse(text).data, {}) as { viewer: { items: unknown } };
          expect(sent).toBe(JSON.stringify(viewer.items));
        },
      ),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(50);
  });

  describe('a number is scanned as JSON.stringify writes it', () => {
    const textOf = (price: string) => JSON.stringify(RESULT).replace('1.5', price);
    const expectSame = (price: string) => {
      const sent = scanned(textOf(price));
      if (sent !== undefined) expect(sent).toContain(`"price":${JSON.stringify(Number(price))},`);
      return sent !== undefined;
    };
    test('or is left to the parser', () => {
      const digits = fc.string({ unit: fc.constantFrom('0', '0', '1', '9'), maxLength: 12 });
      const numbers = fc.tuple(fc.constantFrom('', '-'), fc.nat({ max: 2_000_000 }), digits);
      fc.assert(
        fc.property(numbers, ([sign, integer, fraction]) => {
          expectSame(`${sign}${integer}${fraction === '' ? '' : `.${fraction}`}`);
          expectSame(`${sign}0.${fraction}1`);
        }),
        { numRuns: 1000 },
      );
    });
    test.each([
      '0',
      '5',
      '-5',
      '0.5',
      '-0.25',
      '0.05',
      '0.000001',
      '0.000009999',
      '-0.000001',
      '1.0000001',
      '999999.999',
    ])('%s is', (price) => expect(expectSame(price)).toBe(true));
    test.each(['0.0000001', '-0.0000001', '0.000000999', '0.0', '-0', '-0.0', '0.50', '01', '1e1', '1234567.5'])(
      '%s is not',
      (price) => expect(scanned(textOf(price))).toBeUndefined(),
    );
  });

  test('a result in the usual form is scanned, with the line break that some servers add', () => {
    const text = JSON.stringify(RESULT);
    expect(scanned(text)).toBe(JSON.stringify(RESULT.data.viewer.items));
    expect(scanned(`${text}\n`)).toBe(JSON.stringify(RESULT.data.viewer.items));
    expect(scanned('{"data":{"viewer":{"items":[]}}}')).toBe('[]');
  });

  test.each([
    ['errors', `${JSON.stringify(RESULT).slice(0, -1)},"errors":[]}`],
    ['extensions', `${JSON.stringify(RESULT).slice(0, -1)},"extensions":{}}`],
    ['null on the path', '{"data":{"viewer":null}}'],
    ['null at its end', '{"data":{"viewer":{"items":null}}}'],
    ['white space', JSON.stringify(RESULT, null, 1)],
    ['a property that is not selected', JSON.stringify(RESULT).replace('"id"', '"x":1,"id"')],
    ['a property twice', JSON.stringify(RESULT).replace('"count":5', '"count":5,"count":5')],
    ['a missing property', JSON.stringify(RESULT).replace('"count":5,', '')],
    ['null where it is not allowed', JSON.stringify(RESULT).replace('1.5', 'null')],
    ['a number in another form', JSON.stringify(RESULT).replace('1.5', '1.50')],
    ['an integer with a fraction', JSON.stringify(RESULT).replace('"count":5', '"count":5.0')],
    ['an integer that JSON cannot hold', JSON.stringify(RESULT).replace('"count":5', '"count":12345678901234567890')],
    ['another name of an enum', JSON.stringify(RESULT).replace('OPEN', 'LOST')],
    ['a control character', JSON.stringify(RESULT).replace('2026', '20\n26')],
    ['an escape of Unicode', JSON.stringify(RESULT).replace('2026', '\\u00fc')],
    ['a text that ends', JSON.stringify(RESULT).slice(0, -10)],
  ])('%s is left to the parser', (_, text) => expect(scanResult(text, scan)).toBeUndefined());

  test.each([
    ['a fragment', '{ viewer { items { ...on Item { id } } } }', PATH],
    ['a condition', 'query q($a: Boolean!) { viewer { items { id @include(if: $a) } } }', PATH],
    ['an abstract type', '{ node { id } }', ['node']],
    ['more than what is at the end of the path', '{ viewer { name items { id } } }', PATH],
    ['a field of introspection', '{ __typename }', ['__typename']],
    ['a second root field', '{ items { id } viewer { name } }', ['items']],
    ['another path', '{ items { id } }', ['viewer']],
    ['a field twice', '{ items { id id } }', ['items']],
  ])('a document with %s is not scanned', (_, text, path) => {
    expect(prepareScanner(schema, parse(text, { noLocation: true }), { path })).toBeUndefined();
  });

  test.each([
    ['a long text', ['x'.repeat(900_000)]],
    ['escapes', ['\n'.repeat(500_000)]],
    ['many items', Array.from({ length: 120_000 }, () => 'a')],
  ])('%s takes no stack, matched or not', (_, tags) => {
    const text = JSON.stringify({ data: { viewer: { items: [{ ...RESULT.data.viewer.items[0], tags }] } } });
    expect(scanned(text)?.length).toBe(text.length - '{"data":{"viewer":{"items":}}}'.length);
    expect(scanned(`${text.slice(0, -1)}]`)).toBeUndefined();
  });

  test('a text that is larger than 1 MiB is left to the parser', () => {
    const text = (length: number) => `{"data":{"viewer":{"items":[]}}}${' '.repeat(length - 32)}`;
    expect(scanned(text(1024 * 1024))).toBe('[]');
    expect(scanned(text(1024 * 1024 + 1))).toBeUndefined();
  });

  describe('a list of results', () => {
    const one = JSON.stringify(RESULT);
    const sent = JSON.stringify(RESULT.data.viewer.items);
    const textsOf = (text: string, count: number) =>
      scanResults(text, Array<typeof scan>(count).fill(scan))?.map(
        ({ data }) => (data['viewer'] as { items: JsonText }).items.text,
      );

    test('is scanned whole', () => {
      expect(textsOf(`[${one},${one}]\n`, 2)).toEqual([sent, sent]);
      expect(textsOf(`[${one} , ${one}]`, 2)).toBeUndefined();
    });

    test.each([
      ['fewer results', `[${one}]`],
      ['more results', `[${one},${one},${one}]`],
      ['no list', one],
      ['an error in one of them', `[${one},{"data":null,"errors":[]}]`],
      ['something behind it', `[${one},${one}]]`],
    ])('with %s is left to the parser', (_, text) => expect(textsOf(text, 2)).toBeUndefined());

    test('with a result that cannot be scanned is left to the parser', () => {
      expect(scanResults(`[${one},${one}]`, [scan, undefined])).toBeUndefined();
    });
  });

  test('null in a field that is never null is left to the parser', () => {
    const document = parse('{ items { id at: count owner: parent { tags } } }', { noLocation: true });
    const nonNull = new Set(['items.at', 'items.owner.tags']);
    const check = prepareScanner(schema, document, { path: ['items'], nonNull });
    const isScanned = (more: string) => scanResult(`{"data":{"items":[{"id":"1",${more}}]}}`, check) !== undefined;
    expect(isScanned('"at":1,"owner":{"tags":["a"]}')).toBe(true);
    expect(isScanned('"at":1,"owner":null')).toBe(true);
    expect(isScanned('"at":null,"owner":null')).toBe(false);
    expect(isScanned('"at":1,"owner":{"tags":null}')).toBe(false);
  });

  test('null among items that are never null is left to the parser', () => {
    const document = parse('{ viewer { items { id } name } }', { noLocation: true });
    const isScanned = (nonNull: string, items: string) => {
      const check = prepareScanner(schema, document, { path: ['viewer'], nonNull: new Set([nonNull]) });
      return scanResult(`{"data":{"viewer":{"items":${items},"name":null}}}`, check) !== undefined;
    };
    expect(isScanned('viewer.items.[]', '[{"id":"1"}]')).toBe(true);
    expect(isScanned('viewer.items.[]', 'null')).toBe(true);
    expect(isScanned('viewer.items.[]', '[{"id":"1"},null]')).toBe(false);
    expect(isScanned('viewer.items', '[null]')).toBe(true);
  });

  test('aliases are the keys', () => {
    const document = parse('{ list: items { key: id } }', { noLocation: true });
    const found = scanResult('{"data":{"list":[{"key":"1"}]}}', prepareScanner(schema, document, { path: ['list'] }));
    expect(found?.data).toEqual({ list: new JsonText('[{"key":"1"}]') });
  });
});
