// Runs before each test file. The tests of a file share what its hooks and its first requests prepare, so each is said to cover what
// any of them does: Stryker runs only tests that cover a mutant.
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { afterAll, beforeAll, beforeEach } from 'vitest';

interface Stryker {
  currentTestId?: string;
  mutantCoverage?: { static: Coverage; perTest: Record<string, Coverage> };
}
type Coverage = Record<string, number>;

const stryker = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {}) as Stryker;
const { perTest } = (stryker.mutantCoverage ??= { static: {}, perTest: {} });
const HOOKS = 'hooks';

// All files share a worker: without this what others have covered would be sent again with each. Instrumented modules hold the object.
for (const test of Object.keys(perTest)) delete perTest[test];

beforeAll(() => void (stryker.currentTestId = HOOKS));
// After Stryker's, which says which test it is.
beforeEach(() => void (perTest[stryker.currentTestId!] ??= {}));
afterAll(() => {
  const all: Coverage = Object.assign({}, ...Object.values(perTest));
  delete perTest[HOOKS];
  for (const test of Object.keys(perTest)) perTest[test] = all;
});
