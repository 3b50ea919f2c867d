import { GraphQLScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { ScalarConvention } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { contextOf, parameter } from './support/coercion.ts';
import { readVariables } from './support/readRequest.ts';

const FORMAT = ['a must be a date and time such as 2027-01-31T09:30:00Z'];
const written: unknown[] = [];
const Moment = new GraphQLScalarType({ name: 'Moment', parseValue: (value) => void written.push(value) });

/** The variables that a text sets, where the type of the parameter is a scalar of this convention. */
function read(text: string, convention: ScalarConvention, ...scalars: GraphQLScalarType[]): unknown {
  const context = contextOf({ scalars, conventions: { scalars: { Moment: convention } } });
  return readVariables({ parameters: [parameter('a', 'Moment')] }, { query: `a=${text}` }, context);
}

describe('the format of a scalar', () => {
  const DATE_TIME: ScalarConvention = { type: 'string', format: 'date-time' };

  test('is checked where the schema does not define the scalar, or accepts any value', () => {
    for (const scalars of [[], [new GraphQLScalarType({ name: 'Moment' })]]) {
      expect(read('2027-01-31T09:30:00Z', DATE_TIME, ...scalars)).toEqual({ a: '2027-01-31T09:30:00Z' });
      expect(read('soon', DATE_TIME, ...scalars)).toEqual(FORMAT);
    }
  });

  test('is left to a scalar that parses its values', () => {
    expect(read('soon', DATE_TIME, Moment)).toEqual({ a: 'soon' });
    expect(written.splice(0)).toEqual(['soon']);
  });

  test('is checked before a text is converted to the seconds that a scalar parses', () => {
    const seconds: ScalarConvention = { ...DATE_TIME, upstream: 'unixtime' };
    expect(read('1970-01-01T00:01:00Z', seconds, Moment)).toEqual({ a: 60 });
    expect(written.splice(0)).toEqual([60]);
    expect(read('soon', seconds, Moment)).toEqual(FORMAT);
    expect(written).toEqual([]);
  });
});
