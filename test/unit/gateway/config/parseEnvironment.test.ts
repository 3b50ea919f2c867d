import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseEnvironment } from '../../../../src/gateway/config/parseEnvironment.ts';
import { wholeNumber } from '../../../../src/gateway/config/variables.ts';

const schema = z.object({ PORT: wholeNumber(0, 9).default(4), SIZE: wholeNumber(0, 9).optional() });

test('returns the data, and the variables that have a value', () => {
  expect(parseEnvironment(schema, { PORT: '', SIZE: '2', OTHER: 'x', GONE: undefined })).toEqual({
    data: { PORT: 4, SIZE: 2 },
    problems: [],
    given: { SIZE: '2', OTHER: 'x' },
  });
});

test('returns a sentence for each invalid variable, and no data', () => {
  const { data, problems } = parseEnvironment(schema, { PORT: 'x', SIZE: '10' });
  expect(data).toBeUndefined();
  expect(problems).toEqual([
    'PORT must be a whole number from 0 to 9, not "x".',
    'SIZE must be a whole number from 0 to 9, not "10".',
  ]);
});
