import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { readAccessNames } from './readAccessNames.ts';
import type { Annotated } from './requiredScopes.ts';

/** The types and fields that are restricted in a way that is not evaluated here. */
export interface UnreadAccess {
  /** The coordinates with `@policy`, which only a federation router evaluates. */
  policies: readonly string[];
  /** The coordinates with another access directive under a name that `@link` gives it, with both names. */
  renamed: readonly string[];
}

/** A type or a field with its directives, those of extensions included. */
interface Element {
  coordinate: string;
  directives: readonly DirectiveNode[];
}

/** Finds them in a schema. */
export function findUnreadAccess(schema: GraphQLSchema): UnreadAccess {
  const elements = Object.values(schema.getTypeMap()).flatMap((type): Element[] => {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    return [
      { coordinate: type.name, directives: directivesOf(type) },
      ...fields.map((field) => ({ coordinate: `${type.name}.${field.name}`, directives: directivesOf(field) })),
    ];
  });
  return find(elements, directivesOf(schema));
}

/** Finds them in the SDL of a subgraph, which may extend types of others. */
export function findUnreadAccessOf({ definitions }: DocumentNode): UnreadAccess {
  const elements = definitions.flatMap((node): Element[] => {
    if (!('name' in node) || !node.name) return [];
    const type = node.name.value;
    const fields = 'fields' in node ? (node.fields ?? []) : [];
    return [
      { coordinate: type, directives: directivesIn(node) },
      ...fields.map((field) => ({ coordinate: `${type}.${field.name.value}`, directives: directivesIn(field) })),
    ];
  });
  return find(elements, schemaDirectivesOf({ definitions }));
}

/** The directives of the schema itself in its SDL. */
export function schemaDirectivesOf({ definitions }: Pick<DocumentNode, 'definitions'>): DirectiveNode[] {
  return definitions
    .filter(({ kind }) => kind === Kind.SCHEMA_DEFINITION || kind === Kind.SCHEMA_EXTENSION)
    .flatMap(directivesIn);
}

function find(elements: readonly Element[], schemaDirectives: readonly DirectiveNode[]): UnreadAccess {
  const names = readAccessNames(schemaDirectives);
  const policies = new Set<string>();
  const renamed = new Set<string>();
  for (const { coordinate, directives } of elements) {
    for (const directive of directives) {
      const alias = directive.name.value;
      const name = names.get(alias);
      // A host may have a directive of its own that is called @policy.
      if (name === 'policy' && (alias !== name || hasPolicies(directive))) policies.add(coordinate);
      else if (name !== undefined && name !== 'policy' && alias !== name) {
        renamed.add(`${coordinate} (@${alias} for @${name})`);
      }
    }
  }
  return { policies: [...policies], renamed: [...renamed] };
}

function hasPolicies({ arguments: given = [] }: DirectiveNode): boolean {
  return given.some(({ name }) => name.value === 'policies');
}

function directivesOf({ astNode, extensionASTNodes = [] }: Annotated): DirectiveNode[] {
  return [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
}

function directivesIn(node: ASTNode): readonly DirectiveNode[] {
  return 'directives' in node ? (node.directives ?? []) : [];
}
