import { expect, test } from 'vitest';
import { renamePackage } from '../../../src/packaging/renamePackage.ts';

test.each([
  ['npx portico init schema.graphql', 'npx portico-rest init schema.graphql'],
  ['`npx portico`, or', '`npx portico-rest`, or'],
  ['npm install portico graphql@16', 'npm install portico-rest graphql@16'],
  ["import { createPortico } from 'portico';", "import { createPortico } from 'portico-rest';"],
  ["`require('portico')`", "`require('portico-rest')`"],
  ['`portico/directives.graphql`', '`portico-rest/directives.graphql`'],
])('renames the package in %s', (text, expected) => {
  expect(renamePackage(text, 'portico-rest')).toBe(expected);
});

test.each([
  'the command: `portico check`',
  'portico.config.ts',
  'const portico = createPortico({ schema });',
  'portico.handler',
  '.github/workflows/portico.yml',
  'https://github.com/portico-rest/portico',
])('leaves %s', (text) => {
  expect(renamePackage(text, 'portico-rest')).toBe(text);
});
