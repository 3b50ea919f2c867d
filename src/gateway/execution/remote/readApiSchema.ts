// The API schema of an SDL: a plain schema, or a supergraph, from which the elements that only routers read and those that are
// @inaccessible are removed.
import {
  type ASTNode,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  assertValidSchema,
  buildASTSchema,
  GraphQLError,
  Kind,
  parse,
  Source,
  visit,
} from 'graphql';
import { schemaDirectivesOf } from '../../access/findUnreadAccess.ts';
import { readAccessNames } from '../../access/readAccessNames.ts';

/** The elements that only routers read. See https://specs.apollo.dev/join/v0.5 and https://specs.apollo.dev/link/v1.0 */
const ROUTER_ELEMENT = /^(?:@(?:link|core)$|@?(?:join|link|core)__)/;
const ACCESS_DIRECTIVES = new Set(['authenticated', 'requiresScopes']);

export interface ApiSchemaOptions {
  /** The source of the SDL, for error messages. */
  file: string;
  /** Whether `@authenticated` and `@requiresScopes` are kept. */
  access: boolean;
}

/** Reads the SDL. Throws an error that names the file, and the line if it is known, if it is not a valid schema. */
export function readApiSchema(sdl: string, { file, access }: ApiSchemaOptions): GraphQLSchema {
  try {
    const document = parse(new Source(sdl, file));
    const named = withOwnAccessNames(document);
    const schema = buildASTSchema({ ...named, definitions: named.definitions.flatMap(reduce(access)) });
    assertValidSchema(schema);
    return schema;
  } catch (error) {
    const reason = error instanceof GraphQLError ? error.toString() : (error as Error).message;
    throw new Error(`${file} is not a valid GraphQL schema. ${reason}`, { cause: error });
  }
}

/** The document with the access directives under their own names, which `@link` may have changed. */
function withOwnAccessNames(document: DocumentNode): DocumentNode {
  const names = readAccessNames(schemaDirectivesOf(document));
  const rename = <Node extends DirectiveNode | DirectiveDefinitionNode>(node: Node): Node | undefined => {
    const value = names.get(node.name.value);
    return value === undefined || value === node.name.value ? undefined : { ...node, name: { ...node.name, value } };
  };
  return visit(document, { Directive: rename, DirectiveDefinition: rename });
}

/** The definition without removed elements; none if it is removed itself. */
function reduce(access: boolean): (definition: DefinitionNode) => DefinitionNode[] {
  return (definition) => {
    if (ROUTER_ELEMENT.test(nameOf(definition)) || isInaccessible(definition)) return [];
    const visited = visit(definition, {
      enter: (node) => (isInaccessible(node) ? null : undefined),
      Directive: ({ name: { value: name } }) =>
        ROUTER_ELEMENT.test(`@${name}`) || (!access && ACCESS_DIRECTIVES.has(name)) ? null : undefined,
    });
    return [visited];
  };
}

/** The name of a directive begins with @. */
function nameOf(definition: DefinitionNode): string {
  const name = ('name' in definition && definition.name?.value) || '';
  return definition.kind === Kind.DIRECTIVE_DEFINITION ? `@${name}` : name;
}

function isInaccessible(node: ASTNode): boolean {
  const { directives = [] } = node as { directives?: readonly DirectiveNode[] };
  return directives.some(({ name }) => name.value === 'inaccessible');
}
