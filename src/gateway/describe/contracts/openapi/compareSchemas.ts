// Finds every difference between two schemas, however references and `anyOf` divide them, without judging it.
import { BOUNDS, type Member, type SchemaDifference, type Subject } from './Difference.ts';
import { type OpenApiReader, type SchemaVariant, asObject, isAnnotation } from './OpenApiReader.ts';
import { isSameValue } from './compareValues.ts';

/** Keywords that are compared by what they mean. */
const STRUCTURE = new Set(['enum', 'properties', 'required', 'items', 'additionalProperties']);

/** Compares two schemas of one place; `undefined` allows everything. */
export type CompareSchemas = (before: unknown, after: unknown) => readonly SchemaDifference[];

/** The ways through components within each other; where there are more, a difference is listed where it is nearest alone. */
const MAX_WAYS = 1000;

/** The pairs of variants that are looked at to learn how much two variants differ. */
const MAX_WEIGHED_PAIRS = 200;

/** Two variants of one place, or of none: two schemas that are compared. */
interface Pair {
  component: string | undefined;
  /** What differs here, with its path from here, and the pairs within, in the order of the document. */
  parts: (SchemaDifference | Inner)[];
  /** The pairs that this one is in. */
  users: Pair[];
  /** Whether anything differs here or within. */
  differs: boolean;
}

interface Inner {
  path: readonly string[];
  pair: Pair;
}

/** Two schemas of one place. */
interface Place {
  path: readonly string[];
  before: unknown;
  after: unknown;
}

/** Creates the comparison of the schemas of two documents. Each pair of variants is compared once, so that cycles end. */
export function createSchemaComparison(before: OpenApiReader, after: OpenApiReader): CompareSchemas {
  const known = new Map<SchemaVariant, Map<SchemaVariant, Pair>>();
  /** What compares the known pairs: a call for each level of a document would end the stack. */
  const unread: (() => void)[] = [];

  function compare(one: unknown, other: unknown): readonly SchemaDifference[] {
    const root = createPair(undefined);
    readPlace(root, { path: [], before: one, after: other });
    // Grows while it is iterated over.
    for (const read of unread) read();
    unread.length = 0;
    return root.differs ? listDifferences(root) : [];
  }

  function pairOf(one: SchemaVariant, other: SchemaVariant): Pair {
    const pairs = known.get(one) ?? new Map<SchemaVariant, Pair>();
    known.set(one, pairs);
    let pair = pairs.get(other);
    if (!pair) {
      const created = createPair(one.component);
      pairs.set(other, (pair = created));
      unread.push(() => {
        for (const part of partsOf(one, other)) {
          if ('subject' in part) addDifferences(created, [part]);
          else readPlace(created, part);
        }
      });
    }
    return pair;
  }

  /** Adds what differs in a place of a pair, and the pairs of the variants that can be there. */
  function readPlace(pair: Pair, place: Place): void {
    const { differences, from, to } = variantsIn(place);
    addDifferences(pair, differences);
    const paired = pairVariants(from, to);
    for (const [one, other] of paired) addInner(pair, { path: place.path, pair: pairOf(one, other) });
    const kept = new Set(paired.values());
    // Where nothing is left but null, a value is lost, too.
    const lost = { subject: 'variant', name: to.length > 0 ? 'variant' : 'null', path: place.path } as const;
    addDifferences(pair, [
      ...from.filter((each) => !paired.has(each)).flatMap((each) => differ(lost, nameOf(each), undefined)),
      ...to
        .filter((each) => !kept.has(each))
        .flatMap((each) => differ({ subject: 'variant', path: place.path }, undefined, nameOf(each))),
    ]);
  }

  /** The variants in a place, but for null, and what differs there beside them. */
  function variantsIn({ path, before: one, after: other }: Place) {
    const [from, to] = [before.variantsOf(one), after.variantsOf(other)];
    const [oldSchema, newSchema] = [before.resolve(one), after.resolve(other)];
    const differences = [
      ...differ({ subject: 'default', path }, oldSchema['default'], newSchema['default']),
      ...differ({ subject: 'catch', path }, oldSchema['x-catch'] === true, newSchema['x-catch'] === true),
      ...differ({ subject: 'null', path }, from.some(isNull), to.some(isNull)),
    ];
    return { differences, from: from.filter(isValue), to: to.filter(isValue) };
  }

  /** Pairs the variants that differ least; the remaining ones were removed or added. */
  function pairVariants(from: readonly SchemaVariant[], to: readonly SchemaVariant[]) {
    if (from.length === 1 && to.length === 1) return new Map([[from[0]!, to[0]!]]);
    const paired = new Map<SchemaVariant, SchemaVariant>();
    const taken = new Set<SchemaVariant>();
    const pair = (one: SchemaVariant, other: SchemaVariant) => {
      if (paired.has(one) || taken.has(other)) return;
      paired.set(one, other);
      taken.add(other);
    };
    // Most variants have not changed.
    for (const one of from) {
      const same = to.find(({ type, component }) => type === one.type && component === one.component);
      if (same && weigh(one, same) === 0) pair(one, same);
    }
    from
      .filter((one) => !paired.has(one))
      .flatMap((one) => to.filter(({ type }) => type === one.type).map((other) => ({ one, other })))
      .map((both) => ({ ...both, weight: weigh(both.one, both.other) }))
      .sort((a, b) => a.weight - b.weight)
      .forEach(({ one, other }) => pair(one, other));
    return paired;
  }

  /** The number of differences between two variants, but for those in choices within. */
  function weigh(one: SchemaVariant, other: SchemaVariant): number {
    let weight = 0;
    const seen = new Map([[one, other]]);
    // Grows while it is iterated over.
    for (const [from, to] of seen) {
      for (const part of partsOf(from, to)) {
        if ('subject' in part) {
          weight++;
          continue;
        }
        const within = variantsIn(part);
        weight += within.differences.length + Math.abs(within.from.length - within.to.length);
        const [only, ...more] = within.from;
        if (!only || more.length > 0 || within.to.length !== 1) continue;
        if (seen.size < MAX_WEIGHED_PAIRS && !seen.has(only)) seen.set(only, within.to[0]!);
      }
    }
    return weight;
  }

  return compare;
}

function createPair(component: string | undefined): Pair {
  return { component, parts: [], users: [], differs: false };
}

function addDifferences(pair: Pair, differences: readonly SchemaDifference[]): void {
  pair.parts.push(...differences);
  if (differences.length > 0) markDiffering(pair);
}

function addInner(pair: Pair, inner: Inner): void {
  pair.parts.push(inner);
  inner.pair.users.push(pair);
  if (inner.pair.differs) markDiffering(pair);
}

function markDiffering(pair: Pair): void {
  const marked = [pair];
  // Grows while it is iterated over.
  for (const each of marked) {
    if (each.differs) continue;
    each.differs = true;
    marked.push(...each.users);
  }
}

/** Where a pair is in the schemas that are compared. */
interface Visit {
  pair: Pair;
  path: readonly string[];
  /** The innermost component, and the length of the path to it. */
  component?: { name: string; start: number };
}

/** What differs in a pair and within, with the paths from it: in every place, or, where these are too many, in the nearest one. */
function listDifferences(root: Pair): readonly SchemaDifference[] {
  const found: SchemaDifference[] = [];
  const visits: { visit: Visit; parts: Iterator<SchemaDifference | Inner> }[] = [];
  /** The pairs around a place: a variant that contains itself differs as the rest of it does. */
  const around = new Set<Pair>();
  const enter = (visit: Visit) => {
    visits.push({ visit, parts: visit.pair.parts.values() });
    around.add(visit.pair);
  };
  enter({ pair: root, path: [] });
  for (let ways = 0; visits.length > 0;) {
    const { visit, parts } = visits.at(-1)!;
    const { value: part, done } = parts.next() as IteratorResult<SchemaDifference | Inner, undefined>;
    if (done) {
      visits.pop();
      around.delete(visit.pair);
    } else if ('subject' in part) {
      found.push(differenceAt(visit, part));
    } else if (part.pair.differs && !around.has(part.pair)) {
      if (++ways > MAX_WAYS) return listNearest(root);
      enter(visitWithin(visit, part));
    }
  }
  return found;
}

function listNearest(root: Pair): readonly SchemaDifference[] {
  const found: SchemaDifference[] = [];
  const seen = new Set([root]);
  const visits: Visit[] = [{ pair: root, path: [] }];
  // Grows while it is iterated over.
  for (const visit of visits) {
    for (const part of visit.pair.parts) {
      if ('subject' in part) found.push(differenceAt(visit, part));
      else if (part.pair.differs && !seen.has(part.pair)) {
        seen.add(part.pair);
        visits.push(visitWithin(visit, part));
      }
    }
  }
  return found;
}

function visitWithin({ path: outer, component }: Visit, { path, pair }: Inner): Visit {
  const whole = [...outer, ...path];
  const own = pair.component === undefined ? component : { name: pair.component, start: whole.length };
  return { pair, path: whole, ...(own && { component: own }) };
}

function differenceAt({ path, component }: Visit, difference: SchemaDifference): SchemaDifference {
  const whole = [...path, ...difference.path];
  const depth = whole.length - (component?.start ?? 0);
  return { ...difference, path: whole, ...(component && { component: { name: component.name, depth } }) };
}

/** What differs between two variants, and the places in both, in the order of the first. */
function partsOf(one: SchemaVariant, other: SchemaVariant): (SchemaDifference | Place)[] {
  const [from, to] = [one.schema, other.schema];
  if (one.type !== other.type) {
    const areNumbers = [one, other].every(({ type }) => type === 'integer' || type === 'number');
    const listed = areNumbers ? differ({ subject: 'enum' }, from['enum'], to['enum']) : [];
    return [...differ({ subject: 'type' }, one.type, other.type), ...listed];
  }
  const keywords = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const [before, after] = [from['additionalProperties'], to['additionalProperties']];
  const areSchemas = typeof before === 'object' && typeof after === 'object';
  return [
    ...['enum', ...keywords.filter((name) => !STRUCTURE.has(name) && !isAnnotation(name))].flatMap((name) =>
      differ({ subject: subjectOf(name), name }, from[name], to[name]),
    ),
    ...memberParts(membersOf(one), membersOf(other)),
    ...(areSchemas
      ? [{ path: ['*'], before, after }]
      : differ({ subject: 'constraint', name: 'additionalProperties' }, before, after)),
    ...(one.type === 'array' ? [{ path: ['[]'], before: from['items'], after: to['items'] }] : []),
  ];
}

function memberParts(from: Map<string, Member>, to: Map<string, Member>): (SchemaDifference | Place)[] {
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name): (SchemaDifference | Place)[] => {
    const [one, other] = [from.get(name), to.get(name)];
    if (!one || !other) return differ({ subject: 'property', name, path: [name] }, one, other);
    return [
      ...differ({ subject: 'required', path: [name] }, one.required, other.required),
      { path: [name], before: one.schema, after: other.schema },
    ];
  });
}

/** What a keyword is that constrains values. Those without a subject of their own have no order. */
function subjectOf(keyword: string): Subject {
  if (keyword === 'enum') return keyword;
  if (!Object.hasOwn(BOUNDS, keyword)) return 'constraint';
  return /min/i.test(keyword) ? 'lowerBound' : 'upperBound';
}

function differ(
  { subject, name = subject, path = [] }: { subject: Subject; name?: string; path?: readonly string[] },
  before: unknown,
  after: unknown,
): SchemaDifference[] {
  return isSameValue(before, after) ? [] : [{ subject, name, before, after, path }];
}

const isNull = ({ type }: SchemaVariant) => type === 'null';
const isValue = ({ type }: SchemaVariant) => type !== 'null';

function nameOf({ component, type }: SchemaVariant): string {
  return component ?? type ?? 'any value';
}

function membersOf({ schema }: SchemaVariant): Map<string, Member> {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  return new Map(
    Object.entries(asObject(properties)).map(([name, each]) => [
      name,
      { schema: each, required: names.includes(name) },
    ]),
  );
}
