import { describe, expect, test } from 'vitest';
import {
  listValues,
  suggest,
  truncate,
  truncateMiddle,
  unknownName,
} from '../../../../src/gateway/base/errors/nearNames.ts';

describe('suggest', () => {
  test.each([
    ['limt', ['limit', 'offset'], '; did you mean "limit"?'],
    ['LIMIT', ['limit', 'offset'], '; did you mean "limit"?'],
    ['pagecount', ['pageCount'], '; did you mean "pageCount"?'],
    ['x', ['limit', 'offset'], '; known values are "limit", "offset"'],
    ['x'.repeat(65), ['x'.repeat(64)], `; known values are "${'x'.repeat(64)}"`],
    ['x', [], ''],
  ])('%s of %j is followed by %j', (name, known, text) => {
    expect(suggest(name, known)).toBe(text);
  });
});

describe('unknownName', () => {
  test.each([
    [['directive', '@endpont', ['@endpoint', '@error']], 'Unknown directive "@endpont"; did you mean "@endpoint"?'],
    [['shape', 'Usr', ['Order']], 'Unknown shape "Usr".'],
    [['shape', 'Usr', []], 'Unknown shape "Usr".'],
    [['enum value', 'FACTS', ['FACT'], ' of Genre'], 'Unknown enum value "FACTS" of Genre; did you mean "FACT"?'],
  ] as const)('%j: %s', (args, text) => {
    expect(unknownName(...(args as unknown as Parameters<typeof unknownName>))).toBe(text);
  });
});

describe('listValues', () => {
  test.each([
    [['A', 'B'], 120, '"A", "B"'],
    [['A', 'B'], 8, '"A", "B"'],
    [['ANNA', 'BERT', 'CARL'], 21, '3 values'],
    [['ANNA', 'BERT', 'CARL'], 22, '"ANNA", "BERT", "CARL"'],
    [['ANNA', 'BERT', 'CARL', 'DORA'], 29, '"ANNA", … and 3 more'],
    [['x'.repeat(200)], 120, '1 values'],
  ] as const)('%j in %i characters: %s', (values, maxLength, text) => {
    expect(listValues(values, maxLength)).toBe(text);
  });

  test('names may be without quotation marks', () => {
    expect(listValues(['A', 'B'], 120, '')).toBe('A, B');
  });
});

describe('truncate', () => {
  test.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀c', 4, 'a😀c'],
    ['a😀cd', 4, 'a😀…'],
    ['a😀cd', 3, 'a…'],
    ['abcd', 1, '…'],
  ])('%j in at most %i is %j', (text, maxLength, expected) => {
    expect(truncate(text, maxLength)).toBe(expected);
  });

  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'ab…efg'],
    ['abcdefghij', 7, 'ab…ghij'],
    ['abcd😀fg', 6, 'ab…fg'],
    ['abcde😀g', 6, 'ab…😀g'],
  ])('the ends of %j in at most %i are %j', (text, maxLength, expected) => {
    expect(truncateMiddle(text, maxLength)).toBe(expected);
  });
});
