// Finds every difference between two schemas, whatever references and choices they are written with. It does not judge.
import { isDeepStrictEqual } from 'node:util';
import type { Member, SchemaDifference, SchemaSubject } from './Difference.ts';
import type { Form } from './Form.ts';
import { type OpenApiReader, asObject, isAnnotation } from './OpenApiReader.ts';

/** Keywords that bound a value from below and from above; the rest of those that bound it have no order. */
const BOUNDS: Readonly<Record<string, SchemaSubject>> = {
  minimum: 'lowerBound',
  exclusiveMinimum: 'lowerBound',
  minLength: 'lowerBound',
  minItems: 'lowerBound',
  minProperties: 'lowerBound',
  maximum: 'upperBound',
  exclusiveMaximum: 'upperBound',
  maxLength: 'upperBound',
  maxItems: 'upperBound',
  maxProperties: 'upperBound',
};

/** Keywords that are compared by what they mean. */
const STRUCTURE = new Set(['enum', 'properties', 'required', 'additionalProperties', 'items']);

/** Compares two schemas of one place: `undefined` allows everything. */
export type CompareSchemas = (before: unknown, after: unknown) => readonly SchemaDifference[];

/** Makes the comparison of schemas of two documents. Each pair of schemas is compared once, so that cycles end. */
export function createSchemaComparison(before: OpenApiReader, after: OpenApiReader): CompareSchemas {
  const known = new Map<Form, Map<Form, readonly SchemaDifference[]>>();

  function compare(one: unknown, other: unknown): readonly SchemaDifference[] {
    const [from, to] = [before.formsOf(one), after.formsOf(other)];
    const couldBeNull = from.some(isNull);
    const canBeNull = to.some(isNull);
    const [given, givenNow] = [before.resolve(one)['default'], after.resolve(other)['default']];
    return [
      ...(isDeepStrictEqual(given, givenNow) ? [] : [at('default', given, givenNow)]),
      ...(couldBeNull === canBeNull ? [] : [at('null', couldBeNull, canBeNull)]),
      ...compareChoices(from.filter(isValue), to.filter(isValue)),
    ];
  }

  /** Pairs the forms that differ least; what is left over is gone or new. */
  function compareChoices(from: readonly Form[], to: readonly Form[]): readonly SchemaDifference[] {
    if (from.length === 1 && to.length === 1) return compareForms(from[0]!, to[0]!);
    const pairs = from
      .flatMap((one) => to.map((other) => ({ one, other, differences: compareForms(one, other) })))
      .filter(({ one, other }) => one.type === other.type)
      .sort((a, b) => a.differences.length - b.differences.length);
    const paired = new Set<Form>();
    const found: SchemaDifference[] = [];
    for (const { one, other, differences } of pairs) {
      if (paired.has(one) || paired.has(other)) continue;
      paired.add(one).add(other);
      found.push(...differences);
    }
    found.push(...from.filter((form) => !paired.has(form)).map((form) => at('form', nameOf(form), undefined)));
    found.push(...to.filter((form) => !paired.has(form)).map((form) => at('form', undefined, nameOf(form))));
    return found;
  }

  function compareForms(one: Form, other: Form): readonly SchemaDifference[] {
    const pairs = known.get(one) ?? new Map<Form, readonly SchemaDifference[]>();
    known.set(one, pairs);
    let differences = pairs.get(other);
    if (!differences) {
      pairs.set(other, []); // a form that holds itself is as different as the rest of it
      differences = within(one.shape, differ(one, other));
      pairs.set(other, differences);
    }
    return differences;
  }

  function differ(one: Form, other: Form): SchemaDifference[] {
    const [from, to] = [one.schema, other.schema];
    if (one.type !== other.type) return [at('type', one.type, other.type)];
    const keywords = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return [
      ...['enum', ...keywords.filter((name) => !STRUCTURE.has(name) && !isAnnotation(name))]
        .filter((name) => !isDeepStrictEqual(from[name], to[name]))
        .map((name) => at(name === 'enum' ? name : (BOUNDS[name] ?? 'constraint'), from[name], to[name], name)),
      ...compareMembers(membersOf(one), membersOf(other)),
      ...compareFurther(from['additionalProperties'], to['additionalProperties']),
      ...below('[]', one.type === 'array' ? compare(from['items'], to['items']) : []),
    ];
  }

  function compareMembers(from: Map<string, Member>, to: Map<string, Member>): SchemaDifference[] {
    return [...new Set([...from.keys(), ...to.keys()])].flatMap((name): readonly SchemaDifference[] => {
      const [one, other] = [from.get(name), to.get(name)];
      if (!one || !other) return below(name, [at('property', one, other, name)]);
      const required = one.required === other.required ? [] : [at('required', one.required, other.required)];
      return below(name, [...required, ...compare(one.schema, other.schema)]);
    });
  }

  function compareFurther(from: unknown, to: unknown): readonly SchemaDifference[] {
    if (typeof from === 'object' && typeof to === 'object') return below('*', compare(from, to));
    return isDeepStrictEqual(from ?? true, to ?? true) ? [] : [at('furtherProperties', from ?? true, to ?? true)];
  }

  return compare;
}

function at(subject: SchemaSubject, before: unknown, after: unknown, name: string = subject): SchemaDifference {
  return { subject, name, before, after, path: [] };
}

function below(name: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((difference) => ({ ...difference, path: [name, ...difference.path] }));
}

function within(shape: string | undefined, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  if (shape === undefined) return differences;
  return differences.map((each) => ({ shape: { name: shape, depth: each.path.length }, ...each }));
}

function isNull({ type }: Form): boolean {
  return type === 'null';
}

function isValue(form: Form): boolean {
  return !isNull(form);
}

/** A choice is known by the name of its shape, or by its type. */
function nameOf({ shape, type }: Form): string {
  return shape ?? type ?? 'anything';
}

function membersOf({ schema }: Form): Map<string, Member> {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  return new Map(
    Object.entries(asObject(properties)).map(([name, each]) => [
      name,
      { schema: each, required: names.includes(name) },
    ]),
  );
}
