// The parts of a published operation that are compared, each of which counts once.
import type { Schema } from '../../openapi/Schema.ts';
import type { Use } from '../openapi/Difference.ts';
import { type SchemaVariant, asObject } from '../openapi/OpenApiReader.ts';
import { type Sides, parametersOf, useOf } from '../openapi/findDifferences.ts';
import type { Operation } from './alignOperations.ts';

/** A parameter, a body, a status, a header or a property. */
export interface Part {
  kind: 'parameter' | 'body' | 'status' | 'header' | 'property';
  /** The name of the header or the property; the status. */
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
  /** Of a property: whether it is the only one of the published body. */
  isWrapper?: boolean;
  /** Of a status: whether the published document has one of success, and another one of success or a redirect. */
  isAlternative?: boolean;
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
  const [body, own] = [theirs, ours].map(({ requestBody }) => mapOf({ 'request body': requestBody }));
  const inBody = { part: 'request body', use: 'request' } as const;
  const successes = Object.keys(theirs.responses).filter((status) => /^(?:2|3(?!04))/.test(status));
  const isAlternative = successes.length > 1 && successes.some((status) => status.startsWith('2'));
  return [
    ...named('parameter', 'request', parametersOf(theirs), parametersOf(ours)),
    ...named('body', 'request', body!, own!),
    ...properties(inBody, theirs.requestBody, ours.requestBody, readers),
    ...Object.entries(theirs.responses).flatMap(([status, response]) => {
      const part = `response ${status}`;
      const [use, found] = [useOf(status), ours.responses[status]];
      const others = Object.keys(ours.responses);
      return [
        {
          kind: 'status',
          use,
          name: status,
          part,
          path: [],
          isAlternative,
          isFound: found !== undefined,
          others,
        } as const,
        ...named('header', use, mapOf(response['headers']), mapOf(found?.['headers'])).map((header) => {
          return { ...header, part: `header \`${header.name}\` of ${part}` };
        }),
        // The body of an error is a part of its status.
        ...(use === 'response' ? properties({ part, use }, response, found, readers) : []),
      ];
    }),
  ];
}

/** The parts of a kind. */
function named(kind: Part['kind'], use: Use, theirs: ReadonlyMap<string, Schema>, ours: ReadonlyMap<string, Schema>) {
  const others = [...ours.keys()].filter((name) => !theirs.has(name));
  return [...theirs.keys()].map((name): Part => {
    return { kind, use, name, part: name, path: [], isFound: ours.has(name), others };
  });
}

/** The levels of objects and lists whose properties are listed: a part deeper than this counts for the one that it is in. */
export const MAX_DEPTH = 20;

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
  theirs: Schema | undefined,
  ours: Schema | undefined,
  { from, to }: Readers,
): Part[] {
  const found = new Map<string, Part>();
  const listed = new Set<string>();
  const schemasOf = (body: Schema | undefined) => [...mapOf(body?.['content']).values()].map((each) => each['schema']);
  const places: Place[] = schemasOf(theirs).map((schema) => ({ path: [], theirs: schema, ours: schemasOf(ours) }));
  for (const place of places) {
    if (place.path.length === MAX_DEPTH) continue;
    const own = place.ours.flatMap((each) => to.variantsOf(each));
    const all = from.variantsOf(place.theirs);
    // Of several types, one that ours never is has no parts.
    const isChoice = own.length > 0 && all.filter(({ type }) => type !== 'null').length > 1;
    const variants = all.filter(({ component, type }) => {
      return !listed.has(component ?? '') && (!isChoice || own.some((each) => each.type === type));
    });
    const ownMembers = own.map(membersOf);
    const names = new Set(variants.flatMap((variant) => [...membersOf(variant).keys()]));
    const others = ownMembers.flatMap((members) => [...members.keys()]).filter((name) => !names.has(name));
    for (const variant of variants) {
      if (variant.schema['properties'] !== undefined && variant.component !== undefined) listed.add(variant.component);
      const within = variant.component === undefined ? place.component : { name: variant.component, depth: 0 };
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
        const isWrapper = path.length === 1 && names.size === 1;
        const ofProperty = { variants: from.variantsOf(schema), isWrapper, isFound, isInner, isHidden, others };
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
