// A file that nobody may write, as in a folder that is mounted for reading; what it has is in commands/authoring/dev.
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { renewEditorSchema } from '../../../src/project/editorSchema.ts';
import { makeFolder } from '../../commands/authoring/init/support/makeFolder.ts';

test('the schema for editors that cannot be renewed is reported', () => {
  const renewed = renewEditorSchema(makeFolder({ 'schema.graphql/': '' }), buildSchema('type Query { book: Int }'));
  expect(renewed).toMatch(/schema\.graphql cannot be renewed for editors\. EISDIR/);
});
