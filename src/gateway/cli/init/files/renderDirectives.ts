import { readFileSync } from 'node:fs';
import { type GraphQLSchema, Kind, parse, print, visit } from 'graphql';

const FILE = new URL('../../../../../schema/rest/directives.graphql', import.meta.url);

/**
 * The endpoint directives with other names for the types that the schema defines too: editors merge both. Endpoint documents never
 * name these types. Undefined where the schema defines none of them.
 */
export function renderDirectives(schema: GraphQLSchema): string | undefined {
  const document = parse(readFileSync(FILE, 'utf8'), { noLocation: true });
  const taken = new Set(
    document.definitions.flatMap((node) =>
      'name' in node && node.kind !== Kind.DIRECTIVE_DEFINITION && schema.getType(node.name?.value ?? '')
        ? [node.name!.value]
        : [],
    ),
  );
  if (taken.size === 0) return undefined;
  const rename = {
    NamedType: renamed,
    EnumTypeDefinition: renamed,
    InputObjectTypeDefinition: renamed,
    ScalarTypeDefinition: renamed,
  };
  return `${print(visit(document, rename))}\n`;

  function renamed<Node extends { name: { value: string } }>(node: Node): Node | undefined {
    const { name } = node;
    return taken.has(name.value) ? { ...node, name: { ...name, value: `Endpoint${name.value}` } } : undefined;
  }
}
