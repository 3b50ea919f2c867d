// The schema that clients of an API see, from its SDL: a plain one, or a supergraph, from which everything is left out that
// only a router reads, and what is @inaccessible. Who may see what stays.
import {
  type ASTNode,
  type DefinitionNode,
  type DirectiveNode,
  type GraphQLSchema,
  assertValidSchema,
  buildASTSchema,
  GraphQLError,
  Kind,
  parse,
  Source,
  visit,
} from 'graphql';

/** Names of what only routers read. See https://specs.apollo.dev/join/v0.5 and https://specs.apollo.dev/link/v1.0 */
const OF_ROUTERS = /^(?:@(?:link|core)$|@?(?:join|link|core)__)/;
const ACCESS = new Set(['authenticated', 'requiresScopes']);

export interface ApiSchemaOptions {
  /** Where the SDL comes from, for what is said about mistakes in it. */
  file: string;
  /** Whether `@authenticated` and `@requiresScopes` stay; without them nothing is asked of a caller. */
  access: boolean;
}

/** Reads the SDL; throws an error that names the file, and as far as it is known the line, where it is no schema. */
export function readApiSchema(sdl: string, { file, access }: ApiSchemaOptions): GraphQLSchema {
  try {
    const document = parse(new Source(sdl, file));
    const schema = buildASTSchema({ ...document, definitions: document.definitions.flatMap(left(access)) });
    assertValidSchema(schema);
    return schema;
  } catch (error) {
    const reason = error instanceof GraphQLError ? error.toString() : (error as Error).message;
    throw new Error(`${file} is not a GraphQL schema. ${reason}`, { cause: error });
  }
}

/** What is left of a definition: one or none. */
function left(access: boolean): (definition: DefinitionNode) => DefinitionNode[] {
  return (definition) => {
    if (OF_ROUTERS.test(nameOf(definition)) || isInaccessible(definition)) return [];
    const visited = visit(definition, {
      enter: (node) => (isInaccessible(node) ? null : undefined),
      Directive: ({ name: { value: name } }) =>
        OF_ROUTERS.test(`@${name}`) || (!access && ACCESS.has(name)) ? null : undefined,
    });
    return [visited];
  };
}

/** With the @ of a directive. */
function nameOf(definition: DefinitionNode): string {
  const name = ('name' in definition && definition.name?.value) || '';
  return definition.kind === Kind.DIRECTIVE_DEFINITION ? `@${name}` : name;
}

function isInaccessible(node: ASTNode): boolean {
  const { directives = [] } = node as { directives?: readonly DirectiveNode[] };
  return directives.some(({ name }) => name.value === 'inaccessible');
}
