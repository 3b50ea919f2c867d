import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { editorFiles } from '../../../../../src/gateway/cli/init/editorFiles.ts';
import { SDL } from './support/proposal.ts';

const SETUP = { schema: 'schema.graphql', headers: [], endpoints: 'rest' };

function schemasOf(text: string): string[] {
  return [...text.matchAll(/^ {2}- (.+)$/gm)].map(([, file]) => file!);
}

test('the directives are those of the package', () => {
  const files = editorFiles(SETUP, buildSchema(SDL), 'node_modules/portico');
  expect(files.map(({ file }) => file)).toEqual(['graphql.config.yml']);
  expect(schemasOf(files[0]!.text)).toEqual(['schema.graphql', 'node_modules/portico/schema/rest/directives.graphql']);
});

test('a module is printed, and directives whose types the schema has are copied, beside the versions', () => {
  const files = editorFiles(
    { ...SETUP, schema: 'src/schema.ts' },
    buildSchema(`${SDL} enum Method { CARD }`),
    'node_modules/portico',
  );
  expect(files.map(({ file }) => file)).toEqual([
    'rest/schema.graphql',
    'rest/directives.graphql',
    'graphql.config.yml',
  ]);
  expect(files[0]!.text).toContain('src/schema.ts');
  expect(() =>
    buildSchema(
      files
        .slice(0, 2)
        .map(({ text }) => text)
        .join('\n'),
    ),
  ).not.toThrow();
  expect(schemasOf(files[2]!.text)).toEqual(['rest/schema.graphql', 'rest/directives.graphql']);
});
