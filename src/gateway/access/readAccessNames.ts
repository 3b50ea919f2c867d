import { type DirectiveNode, valueFromASTUntyped } from 'graphql';

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
    for (const [name, alias] of asList(values['import']).map(readImport)) {
      if (ACCESS_DIRECTIVES.includes(name)) names.set(alias, name);
    }
  }
  return names;
}

/** An import is `"@policy"`, or `{ name: "@policy", as: "@rule" }`. The names are without their `@`. */
function readImport(value: unknown): [name: string, alias: string] {
  const { name = value, as = name } = Object(value) as { name?: unknown; as?: unknown };
  return [String(name).replace(/^@/, ''), String(as).replace(/^@/, '')];
}

/** In GraphQL a list of one may be written without brackets. */
function asList(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
