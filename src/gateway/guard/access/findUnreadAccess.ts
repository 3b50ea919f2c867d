import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  valueFromASTUntyped,
} from 'graphql';
import { asList, directivesOf, elementsOf } from './requiredAccess.ts';

/** The types and fields that are restricted in a way that is not evaluated here. */
interface UnreadAccess {
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
  const elements = elementsOf(schema).map(([coordinate, of]) => ({ coordinate, directives: directivesOf(of) }));
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

/**
 * The end of a sentence that begins with the schema: `restricts Query.a with @policy, …`. Undefined if there is nothing. Such a
 * schema is refused at startup: nothing may be public because a directive was not read.
 */
export function describeUnreadAccess({ policies, renamed }: UnreadAccess): string | undefined {
  if (policies.length > 0) {
    return `restricts ${listCoordinates(policies)} with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.`;
  }
  if (renamed.length > 0) {
    return `restricts ${listCoordinates(renamed)} under another name; @link must import the directive under its own.`;
  }
  return undefined;
}

const MAX_LISTED = 10;

/** The first coordinates, and how many there are beside them. */
export function listCoordinates(coordinates: readonly string[]): string {
  const listed = coordinates.slice(0, MAX_LISTED).join(', ');
  return coordinates.length > MAX_LISTED ? `${listed} and ${coordinates.length - MAX_LISTED} more` : listed;
}

/** The directives of federation that restrict access. See https://specs.apollo.dev/policy/v0.1 and its neighbours. */
const ACCESS_DIRECTIVES: readonly string[] = ['authenticated', 'requiresScopes', 'policy'];

/**
 * The access directives by their names in a schema: their own, and those that its `@link`s give them. See
 * https://specs.apollo.dev/link/v1.0
 */
export function readAccessNames(schemaDirectives: readonly DirectiveNode[]): ReadonlyMap<string, string> {
  const names = new Map(ACCESS_DIRECTIVES.map((name) => [name, name]));
  for (const { arguments: given = [] } of schemaDirectives) {
    const values = Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
    // `feature` is that of @core, the predecessor of @link.
    const [, spec = ''] = /\/(\w+)\/v\d+\.\d+\/?$/.exec(String(values['url'] ?? values['feature'])) ?? [];
    const isFederation = spec === 'federation';
    if (!isFederation && !ACCESS_DIRECTIVES.includes(spec)) continue;
    const namespace = String(values['as'] ?? spec);
    if (isFederation) for (const name of ACCESS_DIRECTIVES) names.set(`${namespace}__${name}`, name);
    else names.set(namespace, spec);
    for (const [name, alias] of asList(values['import'] ?? []).map(readImport)) {
      if (ACCESS_DIRECTIVES.includes(name)) names.set(alias, name);
    }
  }
  return names;
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
      if (name === 'policy' && (alias !== name || directive.arguments?.some((each) => each.name.value === 'policies')))
        policies.add(coordinate);
      else if (name !== undefined && name !== 'policy' && alias !== name) {
        renamed.add(`${coordinate} (@${alias} for @${name})`);
      }
    }
  }
  return { policies: [...policies], renamed: [...renamed] };
}

function directivesIn(node: ASTNode): readonly DirectiveNode[] {
  return 'directives' in node ? (node.directives ?? []) : [];
}

/** An import is `"@policy"`, or `{ name: "@policy", as: "@rule" }`. The names are without their `@`. */
function readImport(value: unknown): [name: string, alias: string] {
  const { name = value, as = name } = Object(value) as { name?: unknown; as?: unknown };
  return [String(name).replace(/^@/, ''), String(as).replace(/^@/, '')];
}
