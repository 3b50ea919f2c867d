import { expect, test } from 'vitest';
import { workerArguments } from '../../../../../src/gateway/cli/serve/workerArguments.ts';

const LARGER = '--max-semi-space-size=64';

test.each([
  [[], undefined, [LARGER]],
  [['--import', 'tsx'], '--max-old-space-size=512', ['--import', 'tsx', LARGER]],
  [['--max-semi-space-size=32'], undefined, ['--max-semi-space-size=32']],
  [['--max_semi_space_size=32'], '', ['--max_semi_space_size=32']],
  [[], '--no-warnings --max-semi-space-size=16', []],
])('%j with NODE_OPTIONS %j become %j', (execArgv, nodeOptions, expected) => {
  expect(workerArguments(execArgv, nodeOptions)).toEqual(expected);
});
