// The endpoint directives, as `schema/rest/directives.graphql` declares them, and how documents are read by them.
import { readFileSync } from 'node:fs';
import {
  type ASTNode,
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLDirective,
  GraphQLSchema,
  buildASTSchema,
  getDirectiveValues,
  isSpecifiedDirective,
  isTypeDefinitionNode,
  parse,
  visit,
} from 'graphql';
import type { ConnectionNames, PageStyle, Presence } from '../../plan/conventions/Conventions.ts';
import type { CacheScope, EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { Constraints } from '../../plan/bounds.ts';
import { memoizeByNode } from './memoizeByNode.ts';

// Read in one expression, which bundlers replace by the text.
const SDL = readFileSync(new URL('../../../../schema/rest/directives.graphql', import.meta.url), 'utf8');
const definitions: DocumentNode = parse(SDL, { noLocation: true });
const types = new Set(definitions.definitions.flatMap((node) => (isTypeDefinitionNode(node) ? [node.name.value] : [])));
const OWN = new Map(directivesWith(definitions).map((directive) => [directive.name, directive]));

/** The arguments of each endpoint directive, as `schema/rest/directives.graphql` declares them. */
export interface DirectiveArguments {
  endpoint: Pick<
    EndpointPlan,
    'method' | 'path' | 'status' | 'deprecated' | 'sunset' | 'maxAge' | 'consumes' | 'produces'
  > & {
    location?: string;
    body?: string;
    unwrap: boolean;
    removed: boolean;
    stream: boolean;
    auth?: Presence;
    idempotencyKey?: Presence;
    cache: CacheScope;
    lookup?: string;
    ignore?: string[];
  };
  param: Pick<ParameterPlan, 'nullAs'> & Constraints & { name?: string; in?: 'QUERY' | 'HEADER'; example?: string };
  nonNull: { levels: number[] };
  expand: { name?: string };
  paginate: { default?: number; max?: number; styles?: PageStyle[]; connection?: Partial<ConnectionNames> };
  total: Record<never, never>;
  fields: { name?: string };
  name: { as: string };
  unwrap: Record<never, never>;
  wrap: { as: string };
  spread: Record<never, never>;
  /** A GraphQL literal as JSON; an enum value is its name. Absent, it is a diagnostic. */
  template: { value?: unknown };
  header: { name: string };
  status: { values: { /** A Boolean, or the name of an enum value. */ value: unknown; status: number }[] };
  catch: Record<never, never>;
  export: { as: string };
  error: { status: number; code?: string; message?: string };
}

type DirectiveName = keyof DirectiveArguments;

export const DIRECTIVE_NAMES: readonly string[] = [...OWN.keys()];

/** Whether a directive is one of the endpoint directives, which are not part of the executed document. */
export function isOwnDirective(node: DirectiveNode): boolean {
  return OWN.has(node.name.value);
}

/** The arguments of a directive of a node, with their defaults; undefined where the node lacks it. The document is valid. */
export function readDirective<Name extends DirectiveName>(
  name: Name,
  node: { readonly directives?: ReadonlyArray<DirectiveNode> | undefined },
): DirectiveArguments[Name] | undefined {
  const { directives = [] } = node;
  if (directives.length === 0) return undefined;
  return getDirectiveValues(OWN.get(name)!, { directives }) as DirectiveArguments[Name] | undefined;
}

/**
 * The schema with the endpoint directives, for validating documents. A directive of the schema with the same name is
 * replaced, and listed in `shadowed`.
 */
export function withDirectives(schema: GraphQLSchema): { schema: GraphQLSchema; shadowed: string[] } {
  // The schema may have types with the names of ours; documents contain only the values.
  const ours = directivesWith(
    visit(definitions, {
      Name: (node) =>
        types.has(node.value) && schema.getType(node.value) ? { ...node, value: `Endpoint${node.value}` } : undefined,
    }),
  );
  const config = schema.toConfig();
  const kept = config.directives.filter(({ name }) => !OWN.has(name));
  return {
    schema: new GraphQLSchema({ ...config, directives: [...kept, ...ours], assumeValid: true }),
    shadowed: config.directives.filter(({ name }) => OWN.has(name)).map(({ name }) => name),
  };
}

function directivesWith(document: DocumentNode): GraphQLDirective[] {
  return buildASTSchema(document)
    .getDirectives()
    .filter((directive) => !isSpecifiedDirective(directive));
}

/** Whether a node has one of these directives. */
export function hasDirective(
  node: { readonly directives?: readonly DirectiveNode[] | undefined },
  ...names: string[]
): boolean {
  return node.directives?.some(({ name }) => names.includes(name.value)) ?? false;
}

/** The node for a diagnostic about a directive: the value of the argument, else the directive, else the node that has it. */
export function directiveNode(
  node: ASTNode & { readonly directives?: readonly DirectiveNode[] | undefined },
  name: DirectiveName,
  argument?: string,
): ASTNode {
  const directive = node.directives?.find((candidate) => candidate.name.value === name);
  const written = directive?.arguments?.find((candidate) => candidate.name.value === argument);
  return written?.value ?? directive ?? node;
}

/** A node with directives. */
export type DirectedNode = ASTNode & { readonly directives: readonly DirectiveNode[] };

/** The nodes of a definition that have directives, in the order of the document. */
export const nodesWithDirectives = memoizeByNode((definition: DefinitionNode): readonly DirectedNode[] => {
  const found: DirectedNode[] = [];
  visit(definition, {
    enter(node) {
      if ('directives' in node && node.directives && node.directives.length > 0) found.push(node as DirectedNode);
    },
  });
  return found;
});

/** The nodes of definitions that have one of the endpoint directives, in the order of the document. */
export function nodesWith(name: DirectiveName, parts: readonly DefinitionNode[]): DirectedNode[] {
  return parts.flatMap((definition) => nodesWithDirectives(definition)).filter((node) => hasDirective(node, name));
}
