// The unit tests of the mutated files: those in the folder of the same name, and for the gateway those of its engine and its façade.
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import unit from '../../vitest.config.ts';

const files = (process.env['MUTATED_FILES'] ?? '').split(',');
const folders = files.map((file) => (file.endsWith('.ts') ? dirname(file) : file));

const promises = files.some((file) => file.startsWith('src/gateway/'))
  ? ['test/unit/gateway/engine', 'test/unit/gateway/facade']
  : [];

export default defineConfig({
  ...(unit.resolve && { resolve: unit.resolve }),
  test: {
    include: [...folders.map((folder) => folder.replace(/^src/, 'test/unit')), ...promises].map((folder) =>
      join(folder, '**/*.test.ts'),
    ),
    exclude: ['**/*.process.test.ts'],
    testTimeout: 30_000,
  },
});
