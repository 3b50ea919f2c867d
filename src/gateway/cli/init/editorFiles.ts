import type { GraphQLSchema } from 'graphql';
import { EDITOR_SCHEMA, renderEditorSchema } from '../project/editorSchema.ts';
import { isModule } from '../project/loadSchema.ts';
import { renderDirectives } from './files/renderDirectives.ts';
import { renderGraphqlConfig } from './files/renderGraphqlConfig.ts';
import type { NewFile } from './NewFile.ts';
import type { Setup } from './Setup.ts';

/**
 * `graphql.config.yml`, and beside the versions what it needs where neither the schema file nor the package has it: the SDL of a
 * module, and the directives where the schema has types of the same names. `installed` is the folder of the package.
 */
export function editorFiles({ schema: file, endpoints }: Setup, schema: GraphQLSchema, installed: string): NewFile[] {
  const needed: NewFile[] = [];
  const schemas = [file, `${installed}/schema/rest/directives.graphql`];
  if (isModule(file)) {
    schemas[0] = `${endpoints}/${EDITOR_SCHEMA}`;
    needed.push({ file: schemas[0], text: renderEditorSchema(file, schema) });
  }
  const directives = renderDirectives(schema);
  if (directives !== undefined) {
    schemas[1] = `${endpoints}/directives.graphql`;
    needed.push({ file: schemas[1], text: directives });
  }
  return [...needed, { file: 'graphql.config.yml', text: renderGraphqlConfig({ schemas, endpoints }) }];
}
