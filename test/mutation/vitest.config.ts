// The unit tests of the mutated files: all that are in the folder of the same name and reach a mutated file.
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
    testTimeout: 30_000,
  },
});
