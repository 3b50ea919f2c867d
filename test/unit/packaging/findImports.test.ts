import { expect, test } from 'vitest';
import { findImports } from '../../../src/packaging/findImports.ts';

test.each([
  ['a named import', `import { a } from 'x';`, ['x']],
  ['an import for its effect', `import 'x';`, ['x']],
  ['a re-export', `export * from './a.js';\nexport { b } from 'x/y';`, ['./a.js', 'x/y']],
  ['a dynamic import', `const a = await import('x');`, ['x']],
  [
    'require of createRequire',
    `import { createRequire } from 'm';\ncreateRequire(import.meta.url)('y'); const require = 1; require('x');`,
    ['m', 'x'],
  ],
  [
    'resolve of createRequire',
    `import { createRequire } from 'm';\ncreateRequire(import.meta.url).resolve('x');`,
    ['m', 'x'],
  ],
  [
    'a resolve with a path',
    `import { createRequire } from 'm';\nconst { resolve } = r;\nresolve(\`x/\${file}\`);`,
    ['m', 'x/'],
  ],
])('finds %s', (_, source, specifiers) => {
  expect(findImports(source)).toEqual(specifiers);
});

test.each([
  ['of a comment', `// import 'x';\n/* import('x') */`],
  ['of a text', `const text = "import { a } from 'x'";`],
  ['that is computed', `await import(name);`],
  ['of a resolve that is not of createRequire', `path.resolve('x');`],
])('finds no import %s', (_, source) => {
  expect(findImports(source)).toEqual([]);
});
