// Finds every difference between two schemas, however references and `anyOf` divide them, without judging it.
import { isDeepStrictEqual } from 'node:util';
import { BOUNDS, type Member, type SchemaDifference, type Subject } from './Difference.ts';
import { type OpenApiReader, type SchemaVariant, asObject, isAnnotation } from './OpenApiReader.ts';

/** Keywords that are compared by what they mean. */
const STRUCTURE = new Set(['enum', 'properties', 'required', 'items', 'additionalProperties']);

/** Compares two schemas of one place; `undefined` allows everything. */
export type CompareSchemas = (before: unknown, after: unknown) => readonly SchemaDifference[];

/** Creates the comparison of the schemas of two documents. Each pair of schemas is compared once, so that cycles end. */
export function createSchemaComparison(before: OpenApiReader, after: OpenApiReader): CompareSchemas {
  const known = new Map<SchemaVariant, Map<SchemaVariant, readonly SchemaDifference[]>>();

  function compare(one: unknown, other: unknown): readonly SchemaDifference[] {
    const [from, to] = [before.variantsOf(one), after.variantsOf(other)];
    const [oldSchema, newSchema] = [before.resolve(one), after.resolve(other)];
    return [
      ...differ('default', oldSchema['default'], newSchema['default']),
      ...differ('catch', oldSchema['x-catch'] === true, newSchema['x-catch'] === true),
      ...differ('null', from.some(isNull), to.some(isNull)),
      ...compareVariantLists(from.filter(isValue), to.filter(isValue)),
    ];
  }

  /** Pairs the variants that differ least; the remaining ones were removed or added. */
  function compareVariantLists(
    from: readonly SchemaVariant[],
    to: readonly SchemaVariant[],
  ): readonly SchemaDifference[] {
    if (from.length === 1 && to.length === 1) return compareVariants(from[0]!, to[0]!);
    const pairs = from
      .flatMap((one) => to.map((other) => ({ one, other, differences: compareVariants(one, other) })))
      .filter(({ one, other }) => one.type === other.type)
      .sort((a, b) => a.differences.length - b.differences.length);
    const paired = new Set<SchemaVariant>();
    const found: SchemaDifference[] = [];
    for (const { one, other, differences } of pairs) {
      if (paired.has(one) || paired.has(other)) continue;
      paired.add(one).add(other);
      found.push(...differences);
    }
    const isLeft = (variant: SchemaVariant) => !paired.has(variant);
    return [
      ...found,
      // Where nothing is left but null, a value is lost, too.
      ...from.filter(isLeft).flatMap((variant) => {
        return differ('variant', nameOf(variant), undefined, to.length > 0 ? 'variant' : 'null');
      }),
      ...to.filter(isLeft).flatMap((variant) => differ('variant', undefined, nameOf(variant))),
    ];
  }

  function compareVariants(one: SchemaVariant, other: SchemaVariant): readonly SchemaDifference[] {
    const pairs = known.get(one) ?? new Map<SchemaVariant, readonly SchemaDifference[]>();
    known.set(one, pairs);
    let differences = pairs.get(other);
    if (!differences) {
      pairs.set(other, []); // a variant that contains itself differs as the rest of it does
      differences = within(one.component, compareKeywords(one, other));
      pairs.set(other, differences);
    }
    return differences;
  }

  function compareKeywords(one: SchemaVariant, other: SchemaVariant): SchemaDifference[] {
    const [from, to] = [one.schema, other.schema];
    if (one.type !== other.type) return differ('type', one.type, other.type);
    const keywords = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return [
      ...['enum', ...keywords.filter((name) => !STRUCTURE.has(name) && !isAnnotation(name))].flatMap((name) =>
        differ(subjectOf(name), from[name], to[name], name),
      ),
      ...compareMembers(membersOf(one), membersOf(other)),
      ...compareOthers(from['additionalProperties'], to['additionalProperties']),
      ...below('[]', one.type === 'array' ? compare(from['items'], to['items']) : []),
    ];
  }

  /** Compares the properties of any name. */
  function compareOthers(from: unknown, to: unknown): readonly SchemaDifference[] {
    if (typeof from === 'object' && typeof to === 'object') return below('*', compare(from, to));
    return differ('constraint', from, to, 'additionalProperties');
  }

  function compareMembers(from: Map<string, Member>, to: Map<string, Member>): SchemaDifference[] {
    return [...new Set([...from.keys(), ...to.keys()])].flatMap((name): readonly SchemaDifference[] => {
      const [one, other] = [from.get(name), to.get(name)];
      if (!one || !other) return below(name, differ('property', one, other, name));
      const required = differ('required', one.required, other.required);
      return below(name, [...required, ...compare(one.schema, other.schema)]);
    });
  }

  return compare;
}

/** What a keyword is that constrains values. Those without a subject of their own have no order. */
function subjectOf(keyword: string): Subject {
  if (keyword === 'enum') return keyword;
  if (!Object.hasOwn(BOUNDS, keyword)) return 'constraint';
  return /min/i.test(keyword) ? 'lowerBound' : 'upperBound';
}

function differ(subject: Subject, before: unknown, after: unknown, name: string = subject): SchemaDifference[] {
  return isDeepStrictEqual(before, after) ? [] : [{ subject, name, before, after, path: [] }];
}

function below(name: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((difference) => ({ ...difference, path: [name, ...difference.path] }));
}

function within(component: string | undefined, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  if (component === undefined) return differences;
  return differences.map((each) => ({ component: { name: component, depth: each.path.length }, ...each }));
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
