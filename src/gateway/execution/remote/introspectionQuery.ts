// The introspection query that an upstream supports. Servers differ in how much of the specification they support, and refuse
// other fields; the introspection types describe what they support.
import { TypeInfo, buildSchema, getIntrospectionQuery, parse, print, visit, visitWithTypeInfo } from 'graphql';
import { isObject } from './isObject.ts';

/** The arguments of each field, by type. */
type SupportedFields = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

const TYPES = ['__Schema', '__Type', '__Field', '__InputValue', '__Directive'];

/** Queries the fields of the introspection types, and their arguments. */
export const PROBE = `{${TYPES.map((name) => `${name.slice(2)}: __type(name: "${name}") { fields { name args { name } } }`).join(' ')}}`;

const DEPRECATION = {
  inputValueDeprecation: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
};
const FULL = getIntrospectionQuery({ ...DEPRECATION, oneOf: true });
const MINIMAL = getIntrospectionQuery();

/** The queries to try one after another, from the fullest to the minimal one, by the response to the probe. */
export function introspectionQueries(probed: unknown): string[] {
  const known = readSupported(probed);
  if (known) return [selectSupported(FULL, known), MINIMAL];
  return [FULL, getIntrospectionQuery(DEPRECATION), getIntrospectionQuery({ oneOf: true }), MINIMAL];
}

function readSupported(probed: unknown): SupportedFields | undefined {
  const known = new Map<string, Map<string, Set<string>>>();
  for (const type of TYPES) {
    const { fields } = ((probed as Record<string, unknown> | undefined)?.[type.slice(2)] ?? {}) as { fields?: unknown };
    if (!Array.isArray(fields)) return undefined;
    known.set(type, new Map(fields.filter(isObject).map(({ name, args }) => [String(name), namesOf(args)])));
  }
  return known;
}

function namesOf(args: unknown): Set<string> {
  return new Set(Array.isArray(args) ? args.filter(isObject).map(({ name }) => String(name)) : []);
}

/** The query without fields and arguments that the upstream does not support. */
function selectSupported(query: string, known: SupportedFields): string {
  const typeInfo = new TypeInfo(buildSchema('type Query { any: Int }'));
  const visitor = visitWithTypeInfo(typeInfo, {
    Field: (node) => {
      const fields = known.get(typeInfo.getParentType()?.name ?? '');
      if (!fields) return undefined;
      const args = fields.get(node.name.value);
      if (!args) return null;
      const given = node.arguments ?? [];
      return { ...node, arguments: given.filter(({ name }) => args.has(name.value)) };
    },
  });
  return print(visit(parse(query), visitor));
}
