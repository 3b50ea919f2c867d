// The parts of a published operation that are compared, each of which counts once.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { Use } from '../openapi/Difference.ts';
import { type SchemaVariant, asObject } from '../openapi/OpenApiReader.ts';
import { type Sides, parametersOf, useOf } from '../openapi/findDifferences.ts';
import type { Operation } from './alignOperations.ts';

/** A parameter, a body, a status, a header or a property. */
export interface Part {
  kind: 'parameter' | 'body' | 'status' | 'header' | 'property';
  /** The name of the parameter, the header or the property; the status. */
  name: string;
  /** As in a `Difference`. */
  part: string;
  use: Use;
  /** Of a property, from the whole body: names, and `[]` for the items of a list, `*` for properties of any name. */
  path: readonly string[];
  /** Of a property: the innermost component that it is in, and the length of the path within it. */
  component?: { name: string; depth: number };
  /** Of a property: what it is as it is published. */
  variants?: readonly SchemaVariant[];
  /** Whether ours has it. */
  isFound: boolean;
  /** Of a property: whether ours has no object where it is. */
  isInner?: boolean;
  /** Of a property: whether requests, or responses, do not have it; then it does not count. */
  isHidden?: boolean;
  /** The names that ours has beside it and the published document does not. */
  others: readonly string[];
}

type Readers = Pick<Sides, 'from' | 'to'>;

/** Every part of the published operation. */
export function listParts(theirs: Operation, ours: Operation, readers: Readers): Part[] {
  const body = theirs.requestBody;
  const statuses = new Map(Object.entries(theirs.responses));
  const own = new Map(Object.entries(ours.responses));
  return [
    ...named(parametersOf(theirs), parametersOf(ours), { kind: 'parameter', use: 'request' }, (part) => part).map(
      (parameter) => ({ ...parameter, name: parameter.part.split('`')[1]! }),
    ),
    ...named(
      mapOf({ body }),
      mapOf({ body: ours.requestBody }),
      { kind: 'body', use: 'request' },
      () => 'request body',
    ),
    ...(body ? properties({ part: 'request body', use: 'request' }, body, ours.requestBody, readers) : []),
    ...named(statuses, own, { kind: 'status' }, (status) => `response ${status}`).flatMap((status) => {
      const [response, found] = [statuses.get(status.name)!, own.get(status.name)];
      const use = useOf(status.name);
      const header = (name: string) => `header \`${name}\` of ${status.part}`;
      return [
        { ...status, use },
        ...named(mapOf(response['headers']), mapOf(found?.['headers']), { kind: 'header', use }, header),
        // The body of an error is a part of its status.
        ...(use === 'response' ? properties({ part: status.part, use }, response, found, readers) : []),
      ];
    }),
  ];
}

/** The parts of a kind that both sides have by name. */
function named<Kind extends Pick<Part, 'kind'> & Partial<Part>>(
  theirs: ReadonlyMap<string, unknown>,
  ours: ReadonlyMap<string, unknown>,
  kind: Kind,
  describe: (name: string) => string,
) {
  const others = [...ours.keys()].filter((name) => !theirs.has(name));
  return [...theirs.keys()].map((name) => {
    return { ...kind, name, part: describe(name), path: [], isFound: ours.has(name), others };
  });
}

interface Place {
  path: readonly string[];
  component?: { name: string; depth: number };
  theirs: unknown;
  ours: readonly unknown[];
}

/**
 * The properties of a body, or of its items, and those of each object in it that ours has. Those of a component are listed where it
 * occurs first: components that refer to each other have no end.
 */
function properties(
  { part, use }: Pick<Part, 'part' | 'use'>,
  theirs: Schema,
  ours: Schema | undefined,
  { from, to }: Readers,
): Part[] {
  const found = new Map<string, Part>();
  const listed = new Set<string>();
  const schemasOf = (body: Schema | undefined) => [...mapOf(body?.['content']).values()].map((each) => each['schema']);
  const places: Place[] = schemasOf(theirs).map((schema) => ({ path: [], theirs: schema, ours: schemasOf(ours) }));
  for (const place of places) {
    const { component, ours: own } = place;
    const variants = from.variantsOf(place.theirs).filter(({ component: name }) => !listed.has(name ?? ''));
    const ownMembers = own.flatMap((each) => to.variantsOf(each)).map(membersOf);
    const names = new Set(variants.flatMap((variant) => [...membersOf(variant).keys()]));
    const others = ownMembers.flatMap((members) => [...members.keys()]).filter((name) => !names.has(name));
    for (const variant of variants) {
      if (variant.schema['properties'] !== undefined && variant.component !== undefined) listed.add(variant.component);
      const within = variant.component === undefined ? component : { name: variant.component, depth: 0 };
      for (const [name, schema] of membersOf(variant)) {
        const isHidden = from.resolve(schema)[use === 'request' ? 'readOnly' : 'writeOnly'] === true;
        const path = [...place.path, name];
        const inner = { path, ...(within && { component: { ...within, depth: within.depth + 1 } }) };
        const same = ownMembers.flatMap((members) => (members.has(name) ? [members.get(name)] : []));
        const isFound = same.length > 0 && !isHidden;
        if (isFound || path.every((each) => each === '[]')) places.push({ ...inner, theirs: schema, ours: same });
        const key = path.join('\0');
        if (UNNAMED.has(name) || found.has(key)) continue;
        const isInner = ownMembers.every(({ size }) => size === 0);
        const ofProperty = { variants: from.variantsOf(schema), isFound, isInner, isHidden, others };
        found.set(key, { kind: 'property', name, part, use, ...inner, ...ofProperty });
      }
    }
  }
  return [...found.values()];
}

/** The names of the items of a list, and of properties of any name. */
const UNNAMED: ReadonlySet<string> = new Set(['[]', '*']);

function membersOf({ type, schema: { properties: members, items, additionalProperties } }: SchemaVariant) {
  return new Map<string, unknown>([
    ...Object.entries(asObject(members)),
    ...(type === 'array' ? [['[]', items] as const] : []),
    ...(typeof additionalProperties === 'object' ? [['*', additionalProperties] as const] : []),
  ]);
}

function mapOf(node: unknown): Map<string, Schema> {
  const set = Object.entries(asObject(node)).filter(([, each]) => each !== undefined);
  return new Map(set.map(([name, each]) => [name, asObject(each)]));
}
