import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { findVariableLocations, isVariableError } from '../../../../../src/gateway/execution/remote/isVariableError.ts';

test('variables are located where they are defined', () => {
  const document = parse('query ($a: Int, $b: Int) { x(a: $a) }\nfragment F on T { y }');
  expect(findVariableLocations(document)).toEqual(new Set(['1:8', '1:17']));
  expect(findVariableLocations(parse('{ x }'))).toEqual(new Set());
});

const locations = new Set(['1:8', '1:17']);
test.each<[object, boolean]>([
  [{ message: 'Variable "$a" got invalid value "x"; Int cannot represent it.' }, true],
  [{ message: "Variable '$a' is wrong" }, true],
  [{ message: 'Variable `$a` is wrong' }, true],
  [{ message: 'Variable $a is wrong' }, true],
  [{ message: 'The Variable "$a" is wrong' }, false],
  [{ message: 'Variable a is wrong' }, false],
  [{ message: 'Variable "$a" is never used in operation "q".' }, false],
  [{ message: 'Variable "$a" is not defined.' }, false],
  [{ message: 'Variable "$a" cannot be non-input type "T".' }, false],
  [{ message: 'Variable "$a" of type "Int" used in position expecting type "Int!".' }, false],
  [{ message: 'Variable "$a" expected value of type "Int!" which cannot be null.' }, false],
  [{ message: 'Validation error (x)', locations: [{ line: 1, column: 8 }] }, false],
  [{ message: 'must be positive', locations: [{ line: 1, column: 8 }] }, true],
  [
    {
      locations: [
        { line: 1, column: 8 },
        { line: 1, column: 17 },
      ],
    },
    true,
  ],
  [
    {
      locations: [
        { line: 1, column: 8 },
        { line: 1, column: 9 },
      ],
    },
    false,
  ],
  [{ locations: [] }, false],
  [{ locations: 'x' }, false],
  [{ locations: [null] }, false],
  [{ locations: [{ line: '1', column: 8 }] }, false],
  [{ locations: [{ line: 1, column: '8' }] }, false],
  [{ message: 'x', path: ['variable', 'a'] }, true],
  [{ message: 'x', path: ['user', 'variable'] }, false],
  [{ message: 'x', path: 'variable' }, false],
  [{ message: 7 }, false],
  [{}, false],
])('%j: %s', (error, expected) => {
  expect(isVariableError(error as Record<string, unknown>, locations)).toBe(expected);
});
