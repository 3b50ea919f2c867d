// Which introspection query an upstream understands. Servers differ in how much of the specification they know, and refuse
// the rest: what they know is in the types of introspection itself.
import { TypeInfo, buildSchema, getIntrospectionQuery, parse, print, visit, visitWithTypeInfo } from 'graphql';
import { isObject } from './isObject.ts';

/** The arguments of each field, by type. */
type Known = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

const TYPES = ['__Schema', '__Type', '__Field', '__InputValue', '__Directive'];

/** Asks for the fields of the types of introspection, and their arguments. */
export const PROBE = `{${TYPES.map((name) => `${name.slice(2)}: __type(name: "${name}") { fields { name args { name } } }`).join(' ')}}`;

const DEPRECATION = {
  inputValueDeprecation: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
};
const RICHEST = getIntrospectionQuery({ ...DEPRECATION, oneOf: true });
const PLAINEST = getIntrospectionQuery();

/** The queries to try one after another, from the richest to the plainest, by what the upstream answered to the probe. */
export function introspectionQueries(probed: unknown): string[] {
  const known = readKnown(probed);
  if (known) return [onlyKnown(RICHEST, known), PLAINEST];
  return [RICHEST, getIntrospectionQuery(DEPRECATION), getIntrospectionQuery({ oneOf: true }), PLAINEST];
}

function readKnown(probed: unknown): Known | undefined {
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

/** The query without what the upstream does not know. */
function onlyKnown(query: string, known: Known): string {
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
