import { describe, expect, test } from 'vitest';
import type { ParameterPlan } from '../../../../src/gateway/plan/ParameterPlan.ts';
import {
  compileHeaderValue,
  compilePathValue,
  compileQueryValue,
} from '../../../../src/gateway/request/compileTextValue.ts';
import { contextOf, parameter, readAs } from './support/coercion.ts';

const context = contextOf({ enums: { Genre: { FICTION: 'fiction', FACT: 'fact' } } });
const refused = (...problems: string[]) => ({ problems: problems.map((each) => `x${each}`) });
const value = (read: unknown) => ({ value: read });

describe('a path parameter', () => {
  test.each<[string, string, unknown]>([
    ['Int!', '5', value(5)],
    ['String!', 'a+b%20', value('a+b%20')],
    ['Genre!', 'fact', value('FACT')],
    ['ID!', 'a,b', value('a,b')],
    ['Int!', 'x', refused(' must be an integer between -2147483648 and 2147483647')],
  ])('of %s reads %j, which is decoded already', (type, text, expected) => {
    expect(readAs(compilePathValue(parameter('x', type), context), text)).toEqual(expected);
  });
  test('has its bounds', () => {
    const bounded = parameter('x', 'Int!', { constraints: { max: 4 } });
    expect(readAs(compilePathValue(bounded, context), '5')).toEqual(
      refused(' must be an integer between -2147483648 and 4'),
    );
  });
});

describe('a query parameter', () => {
  test.each<[string, string[], unknown, Partial<ParameterPlan>?]>([
    ['String', ['a%20b+c%2B'], value('a b c+')],
    ['String', [''], value('')],
    ['String', ['a,b'], value('a,b')],
    ['Int!', ['5'], value(5)],
    ['String', ['%ff'], refused(' must be valid percent-encoded UTF-8')],
    ['String', ['a', 'b'], refused(' must be given only once')],
    ['Int', ['a', 'b'], refused(' must be given only once', ' must be an integer between -2147483648 and 2147483647')],
    ['[ID!]', ['a,b%2Cc', 'd'], value(['a', 'b,c', 'd'])],
    ['[ID!]!', [''], value([])],
    ['[ID!]', ['', 'a', ''], value(['a'])],
    ['[Genre!]', ['fact,fiction'], value(['FACT', 'FICTION'])],
    ['[ID!]', ['a,,b'], refused('.1 must not be empty')],
    ['[ID!]', ['%ff,b'], refused('.0 must be valid percent-encoded UTF-8')],
    ['[Int!]', ['1', 'x'], refused('.1 must be an integer between -2147483648 and 2147483647')],
    ['[ID!]', ['a,b'], refused(' must have at most 1 items'), { constraints: { maxItems: 1 } }],
    ['[ID!]', [''], refused(' must not be empty'), { constraints: { minItems: 1 } }],
    ['[ID!]', ['ab'], refused('.0 must have at most 1 characters'), { constraints: { maxLength: 1 } }],
    ['Boolean', ['any'], value(null), { nullAs: 'any' }],
    ['Boolean', ['%61n%79'], value(null), { nullAs: 'any' }],
    ['Boolean', ['true'], value(true), { nullAs: 'any' }],
    ['Boolean', ['any', 'any'], refused(' must be given only once', ' must be true or false'), { nullAs: 'any' }],
    ['[ID!]', ['all'], value(null), { nullAs: 'all' }],
    ['[ID!]', ['all,b'], value(['all', 'b']), { nullAs: 'all' }],
    ['String', [''], value(null), { nullAs: '' }],
  ])('of %s reads %j', (type, values, expected, rest) => {
    expect(readAs(compileQueryValue(parameter('x', type, rest), context), values)).toEqual(expected);
  });
  test('is not read beyond full problems', () => {
    const items = Array(100).fill('').join(',');
    const { problems } = readAs(compileQueryValue(parameter('x', '[ID!]'), context), [items]) as { problems: string[] };
    expect(problems).toHaveLength(50);
  });
});

describe('a header parameter', () => {
  test.each<[string, string, unknown, Partial<ParameterPlan>?]>([
    ['String', 'a%20b', value('a%20b')],
    ['String', ' a b ', value('a b')],
    ['Int', ' 5', value(5)],
    ['[ID!]', 'a, b', value(['a', 'b'])],
    ['[ID!]', '', value([])],
    ['[ID!]', 'a,,b', refused('.1 must not be empty')],
    ['Boolean', 'any', value(null), { nullAs: 'any' }],
    ['Boolean', 'true', value(true), { nullAs: 'any' }],
    ['Genre', 'poem', refused(' must be one of "fiction", "fact"')],
  ])('of %s reads %j', (type, text, expected, rest) => {
    expect(readAs(compileHeaderValue(parameter('x', type, rest), context), text)).toEqual(expected);
  });
});
