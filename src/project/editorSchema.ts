// The SDL of a schema module beside the versions, for editors: `init` writes it, `dev` renews it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type GraphQLSchema, printSchema } from 'graphql';
import { shortPath } from '../gateway/base/errors/Diagnostic.ts';

/** Its name in the folder of endpoint documents. */
export const EDITOR_SCHEMA = 'schema.graphql';

/** The first line of a file that `init` wrote, and the end of those of former versions. */
const FIRST_LINE = /^# For editors: the schema of (.+?)(?:; portico dev renews it\.| as of portico init\.)\n/;

/** The text of the file; `module` is the path of the schema module. */
export function renderEditorSchema(module: string, schema: GraphQLSchema): string {
  return `# For editors: the schema of ${module}; portico dev renews it.\n${printSchema(schema)}\n`;
}

/**
 * Writes the file again where `init` wrote it and it has another schema. Returns what there is to say about it; undefined where
 * nothing was written.
 */
export function renewEditorSchema(endpoints: string, schema: GraphQLSchema): string | undefined {
  const file = path.join(endpoints, EDITOR_SCHEMA);
  try {
    const before = readFileSync(file, 'utf8');
    const [, module] = FIRST_LINE.exec(before) ?? [];
    if (module === undefined) return undefined;
    const text = renderEditorSchema(module, schema);
    if (text === before) return undefined;
    writeFileSync(file, text);
    return `renewed ${shortPath(file)} for editors`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return `${shortPath(file)} cannot be renewed for editors. ${(error as Error).message}`;
  }
}
