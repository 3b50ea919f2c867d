import { readFileSync } from 'node:fs';
import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLDirective,
  GraphQLSchema,
  Kind,
  buildASTSchema,
  getDirectiveValues,
  parse,
  visit,
} from 'graphql';
import type { PageStyle } from '../conventions/Conventions.ts';
import type { Method } from '../plan/EndpointPlan.ts';

const FILE = new URL('../../../schema/rest/directives.graphql', import.meta.url);
const definitions: DocumentNode = parse(readFileSync(FILE, 'utf8'), { noLocation: true });
const enums = new Set(
  definitions.definitions.flatMap((node) => (node.kind === Kind.ENUM_TYPE_DEFINITION ? [node.name.value] : [])),
);
const own = new Map(directivesWith(definitions).map((directive) => [directive.name, directive]));

/** The arguments of each directive of the vocabulary, as `schema/rest/directives.graphql` declares them. */
export interface DirectiveArguments {
  endpoint: {
    method: Method;
    path: string;
    status: number;
    location?: string;
    body?: string;
    unwrap: boolean;
    deprecated?: string;
    sunset?: string;
    maxAge?: number;
    removed: boolean;
  };
  param: {
    name?: string;
    in?: 'QUERY' | 'HEADER';
    nullAs?: string;
    min?: number;
    max?: number;
    minLength?: number;
    maxLength?: number;
    pattern?: string;
    minItems?: number;
    maxItems?: number;
    example?: string;
  };
  expand: { name?: string };
  paginate: { default?: number; max?: number; styles?: PageStyle[] };
  unwrap: Record<never, never>;
  export: { as: string };
  error: { status: number };
}

export type DirectiveName = keyof DirectiveArguments;

/** Whether a directive belongs to the vocabulary, and so is not sent on to an execution. */
export function isOwnDirective(node: DirectiveNode): boolean {
  return own.has(node.name.value);
}

/** The arguments of a directive at a node, defaults filled in; undefined where it does not stand. The document is valid. */
export function readDirective<Name extends DirectiveName>(
  name: Name,
  node: { readonly directives?: ReadonlyArray<DirectiveNode> | undefined },
): DirectiveArguments[Name] | undefined {
  return getDirectiveValues(own.get(name)!, { directives: node.directives ?? [] }) as
    DirectiveArguments[Name] | undefined;
}

/**
 * The schema with the vocabulary's directives, for validating endpoint documents. A directive of the same name in the
 * schema gives way, and is named in `shadowed`.
 */
export function withDirectives(schema: GraphQLSchema): { schema: GraphQLSchema; shadowed: string[] } {
  // The enums of our arguments may meet types of the same name; only their values are ever written in a document.
  const ours = directivesWith(
    visit(definitions, {
      Name: (node) =>
        enums.has(node.value) && schema.getType(node.value) ? { ...node, value: `Endpoint${node.value}` } : undefined,
    }),
  );
  const config = schema.toConfig();
  const kept = config.directives.filter(({ name }) => !own.has(name));
  return {
    schema: new GraphQLSchema({ ...config, directives: [...kept, ...ours], assumeValid: true }),
    shadowed: config.directives.filter(({ name }) => own.has(name)).map(({ name }) => name),
  };
}

function directivesWith(document: DocumentNode): GraphQLDirective[] {
  const names = new Set(
    document.definitions.flatMap((node) => (node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [])),
  );
  return buildASTSchema(document)
    .getDirectives()
    .filter(({ name }) => names.has(name));
}
