import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { renderEditorSchema, renewEditorSchema } from '../../../src/project/editorSchema.ts';
import { createTestProject, startDev } from '../../commands/authoring/dev/support/startDev.ts';
import { makeFolder, readFolder } from '../../commands/authoring/init/support/makeFolder.ts';

const OLD = buildSchema('type Query { book: Int }');
const NEW = buildSchema('type Query { book: Int shelf: Int }');

function renew(text: string): { said: string | undefined; text: string | undefined } {
  const folder = makeFolder({ 'schema.graphql': text });
  return { said: renewEditorSchema(folder, NEW), text: readFolder(folder)['schema.graphql'] };
}

test.each([
  ['that it wrote', renderEditorSchema('src/schema.ts', OLD)],
  [
    'of a former version',
    renderEditorSchema('src/schema.ts', OLD).replace('; portico dev renews it', ' as of portico init'),
  ],
])('renews the schema of init %s', (_, before) => {
  const { said, text } = renew(before);
  expect(said).toMatch(/^renewed .*schema\.graphql for editors$/);
  expect(text).toBe(renderEditorSchema('src/schema.ts', NEW));
});

test.each([
  ['a schema that is the same', renderEditorSchema('src/schema.ts', NEW)],
  ['a file of somebody else', 'type Query { book: Int }\n'],
])('keeps %s', (_, before) => {
  expect(renew(before)).toEqual({ said: undefined, text: before });
});

test('writes no file where there is none, and reports one that cannot be read', () => {
  const folder = makeFolder({});
  expect(renewEditorSchema(folder, NEW)).toBeUndefined();
  expect(readFolder(folder)).toEqual({});
  mkdirSync(`${folder}/schema.graphql`);
  expect(renewEditorSchema(folder, NEW)).toMatch(/schema\.graphql cannot be renewed for editors\. EISDIR/);
});

test('dev renews it when the module changes, and does not load the API again for that', async () => {
  const graphql = createRequire(import.meta.url).resolve('graphql');
  const module = (sdl: string) =>
    `import { buildSchema } from '${graphql}';\nexport const schema = buildSchema('${sdl}');\n`;
  const project = createTestProject({
    'schema.ts': module('type Query { book: Int }'),
    'rest/schema.graphql': renderEditorSchema('schema.ts', OLD),
    'rest/v1/getBook.graphql': 'query getBook @endpoint(method: GET, path: "/book") { book }\n',
  });
  const options = { schema: project.at('schema.ts'), endpoints: project.at('rest') };
  const dev = await startDev(options, project.folder);
  try {
    expect(dev.output()).not.toContain('for editors');
    project.write('schema.ts', module('type Query { book: Int shelf: Int }'));
    await dev.expectOutput(/^renewed .*rest\/schema\.graphql for editors$/m);
    expect(readFolder(project.folder)['rest/schema.graphql']).toBe(renderEditorSchema('schema.ts', NEW));
    project.write('rest/v1/getShelf.graphql', 'query getShelf @endpoint(method: GET, path: "/shelf") { shelf }\n');
    await dev.expectOutput('+ GET /v1/shelf');
    expect(dev.output().match(/reloaded in/g)).toHaveLength(2);
  } finally {
    await dev.close();
    project.remove();
  }
});
