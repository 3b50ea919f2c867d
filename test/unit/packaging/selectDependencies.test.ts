import { expect, test } from 'vitest';
import { selectDependencies } from '../../../src/packaging/selectDependencies.ts';

const manifest = {
  dependencies: { zod: '4.6.7', '@a/b': '1.0.0', pg: '8.0.0' },
  peerDependencies: { graphql: '^16.12.0' },
};

test('takes what the modules import, by name, as caret ranges', () => {
  const modules = [
    { file: 'a.js', imports: ['zod', './b.js', 'node:path', 'fs', 'graphql', '#own/file'] },
    { file: 'b.js', imports: ['@a/b/deep/path.js', 'zod/v4', '../a.js', 'graphql/language'] },
  ];
  expect(Object.entries(selectDependencies(modules, manifest))).toEqual([
    ['@a/b', '^1.0.0'],
    ['zod', '^4.6.7'],
  ]);
});

test('names every import of something else', () => {
  const modules = [
    { file: 'a.js', imports: ['left-pad'] },
    { file: 'b.js', imports: ['@c/d/e', 'zod'] },
  ];
  expect(() => selectDependencies(modules, manifest)).toThrow(
    'a.js imports left-pad, which is not in the dependencies of package.json.\nb.js imports @c/d, which is not',
  );
});
