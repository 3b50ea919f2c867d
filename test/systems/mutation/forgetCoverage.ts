// Runs before each test file. Stryker sends what the tests of a worker have covered at the end of each file, and here all files
// share one worker: without this the whole room's coverage would be sent hundreds of times.
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';

interface Namespace {
  mutantCoverage?: { perTest: Record<string, unknown> };
}

const { mutantCoverage } = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??
  {}) as Namespace;
// Not a new object: instrumented modules hold this one.
for (const test of Object.keys(mutantCoverage?.perTest ?? {})) delete mutantCoverage!.perTest[test];
