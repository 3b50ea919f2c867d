// Some of the unit tests, for mutated files.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import unit from '../../../vitest.config.ts';

const folders = (process.env['MUTATION_TESTS'] ?? '').split(',');

export default defineConfig({
  ...(unit.resolve && { resolve: unit.resolve }),
  test: {
    include: folders.map((folder) => join(folder, '**/*.test.ts')),
    exclude: ['process', 'mock', 'database'].map((end) => `**/*.${end}.test.ts`),
    // As in `npm test`: a mutant of what modules run when they are imported takes one import, not one for each file.
    isolate: false,
    setupFiles: join(import.meta.dirname, 'forgetCoverage.ts'),
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
