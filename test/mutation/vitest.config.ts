// The unit tests of the mutated files: those in the folder of the same name.
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import unit from '../../vitest.config.ts';

const files = (process.env['MUTATED_FILES'] ?? '').split(',');
const folders = files.map((file) => (file.endsWith('.ts') ? dirname(file) : file));

export default defineConfig({
  ...(unit.resolve && { resolve: unit.resolve }),
  test: {
    include: folders.map((folder) => join(folder.replace(/^src/, 'test/unit'), '**/*.test.ts')),
    exclude: ['**/*.process.test.ts'],
    // As in `npm test`: a mutant of what modules run when they are imported takes one import, not one for each file.
    isolate: false,
    testTimeout: 30_000,
  },
});
