import { expect, test } from 'vitest';
import { describeModuleError } from '../../../src/project/importModule.ts';

const failure = (message: string, stack = '') =>
  Object.assign(new Error(message), { stack: `Error: ${message}\n${stack}` });

test.each([
  ['text that is thrown', 'no', 'no'],
  [
    'a syntax error of jiti',
    failure(`ParseError: Unexpected token  \n ${process.cwd()}/schema.ts:3:5`),
    'Unexpected token (schema.ts:3:5)',
  ],
  [
    'a module that is not installed',
    failure(`Cannot find module 'knex'\nRequire stack:\n- ${process.cwd()}/schema.ts`),
    "Cannot find module 'knex' (schema.ts)",
  ],
  [
    'a failure, with its place outside of packages',
    failure(
      'Set TOKEN.',
      `    at read (${process.cwd()}/node_modules/env/index.js:1:1)\n    at run (node:vm:1:1)\n    at file://${process.cwd()}/lib/token.mjs:2:7\n    at ${process.cwd()}/schema.ts:9:9`,
    ),
    'Set TOKEN. (lib/token.mjs:2:7)',
  ],
  [
    'a failure of a compiled module, whose columns are not those of its source',
    failure('Set TOKEN.', `    at ${process.cwd()}/portico.config.ts:1:110`),
    'Set TOKEN. (portico.config.ts:1)',
  ],
  ['a failure of another folder', failure('no', '    at Object.<anonymous> (/srv/x.ts:1:2)'), 'no (/srv/x.ts:1)'],
  ['a failure without a place', failure('no'), 'no'],
])('describes %s', (_, error, text) => {
  expect(describeModuleError(error)).toBe(text);
});
