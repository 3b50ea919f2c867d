import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Kind, parse } from 'graphql';

const FIRST = ['schema.graphql', 'schema.graphqls', 'schema.json', 'introspection.json'];

/** The files in a folder that are probably its schema, the most probable first. */
export function findSchemaFiles(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  const known = FIRST.filter((name) => names.includes(name));
  if (known[0] !== undefined) return [known[0]];
  return names.filter((name) => /\.(?:graphqls?|gql)$/.test(name) && definesTypes(path.join(folder, name)));
}

/** Whether a file is SDL with object types, and so not a document. */
function definesTypes(file: string): boolean {
  try {
    const { definitions } = parse(readFileSync(file, 'utf8'), { noLocation: true });
    return definitions.some(({ kind }) => kind === Kind.OBJECT_TYPE_DEFINITION);
  } catch {
    return false;
  }
}
