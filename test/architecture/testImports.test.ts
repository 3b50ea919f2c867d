import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readModules } from './readImports.ts';
import { insideImporters } from './testImports.ts';

const TEST = fileURLToPath(new URL('..', import.meta.url));

/** The files of each folder that may reach the inside. A number only becomes smaller: whoever makes it so writes it down. */
const LIMITS: Readonly<Record<string, number>> = {
  docs: 2,
  library: 9,
  parts: 36,
  promises: 6,
  service: 53,
  support: 2,
  systems: 10,
};

test('no more files of tests than before reach what is behind the entrances', () => {
  // What a suite generates is no test.
  const modules = readModules(TEST).filter(({ file }) => !file.includes('/generated/'));
  expect(modules.length).toBeGreaterThan(500);
  const counts = Object.fromEntries([...insideImporters(modules)].map(([folder, files]) => [folder, files.length]));
  expect(counts).toEqual(LIMITS);
});

test('a file reaches the inside by its own imports, and by those of the modules of tests that it imports', () => {
  const importers = insideImporters([
    { file: 'vocabulary/a.test.ts', imports: ['../../src/gateway/index.ts', 'vitest'] },
    { file: 'vocabulary/b.test.ts', imports: ['./support/server.ts'] },
    { file: 'vocabulary/support/server.ts', imports: ['../../../src/gateway/server.ts'] },
    { file: 'library/c.test.ts', imports: ['../vocabulary/support/server.ts'] },
    { file: 'parts/d.test.ts', imports: ['../../src/gateway/http/json.ts'] },
    { file: 'commands/e.test.ts', imports: ['../../src/cli/program.ts', '../parts/d.test.ts'] },
  ]);
  expect([...importers]).toEqual([
    ['vocabulary', ['vocabulary/b.test.ts', 'vocabulary/support/server.ts']],
    ['parts', ['parts/d.test.ts']],
    ['commands', ['commands/e.test.ts']],
  ]);
});
