import { expect, it } from 'vitest';
import { parseLifetime } from '../../../../src/service/cli/parseLifetime.ts';

it.each([
  ['1s', 1],
  ['90s', 90],
  ['15m', 900],
  ['1h', 3600],
  ['7d', 604_800],
])('reads %s as %i seconds', (text, seconds) => {
  expect(parseLifetime(text)).toBe(seconds);
});

it.each(['', '0h', '1', 'h', '1w', '-1h', '1.5h', '1h ago', '9999999d', '1 h', 'constructor'])(
  'refuses "%s"',
  (text) => {
    expect(() => parseLifetime(text)).toThrow(
      `--expires must be a number and a unit, such as 90s, 15m, 1h or 7d, not "${text}".`,
    );
  },
);
