import type { Schema } from '../../describe/openapi/Schema.ts';

/** Keywords that constrain no value, besides those that begin with `x-`. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
  'readOnly',
  'writeOnly',
  'default',
]);

/** Merges schemas to one `allOf`. The same schemas are always the same object, so that a schema that contains itself is finite. */
class SchemaMerger {
  readonly #ids = new Map<unknown, number>();
  readonly #merged = new Map<string, object>();
  readonly #parts = new Map<unknown, readonly unknown[]>();

  merge(one: unknown, other: unknown): unknown {
    const parts = [...new Set([one, other].flatMap((each) => this.#parts.get(each) ?? [each]))];
    if (parts.length === 1) return one;
    const key = parts
      .map((each) => this.#idOf(each))
      .sort((a, b) => a - b)
      .join();
    let merged = this.#merged.get(key);
    if (!merged) {
      merged = { allOf: parts };
      this.#merged.set(key, merged);
      this.#parts.set(merged, parts);
    }
    return merged;
  }

  #idOf(part: unknown): number {
    const id = this.#ids.get(part) ?? this.#ids.size;
    this.#ids.set(part, id);
    return id;
  }
}

/** Reads one OpenAPI document: resolves its references, and splits its schemas into variants. */
export class OpenApiReader {
  readonly document: Schema;
  /** A schema has the same variants each time, so that a pair of them is compared once. */
  readonly #variants = new WeakMap<Schema, readonly SchemaVariant[]>();
  readonly #merger = new SchemaMerger();

  constructor(document: Schema) {
    this.document = document;
  }

  /** The node itself, or the node that it refers to; keywords beside a reference override those of its target. */
  resolve(node: unknown, followed: readonly string[] = []): Schema {
    const { $ref, ...own } = asObject(node);
    if (typeof $ref !== 'string') return asObject(node);
    if (followed.includes($ref)) return own;
    return { ...this.resolve(this.targetOf($ref), [...followed, $ref]), ...own };
  }

  /** What a reference into this document refers to; undefined where that does not exist. */
  targetOf(reference: string): unknown {
    return reference
      .slice('#/'.length)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, name) => asObject(node)[name], this.document);
  }

  /** The variants that a schema allows, one for each type: `anyOf` and lists of types are split, `allOf` is merged. */
  variantsOf(node: unknown): readonly SchemaVariant[] {
    const schema = asObject(node);
    let variants = this.#variants.get(schema);
    if (!variants) {
      this.#variants.set(schema, []); // so that a schema that is nothing but itself ends here
      variants = this.#split(schema);
      this.#variants.set(schema, variants);
    }
    return variants;
  }

  #split(schema: Schema): readonly SchemaVariant[] {
    const { $ref, anyOf, oneOf, allOf, ...own } = schema;
    if (typeof $ref === 'string') {
      const component = $ref.slice($ref.lastIndexOf('/') + 1);
      const variants = this.variantsOf(this.targetOf($ref)).map((variant) => ({ ...variant, component }));
      return this.#intersect([variants, this.#own(own)]);
    }
    const choices = anyOf ?? oneOf;
    const parts = Array.isArray(allOf) ? allOf.map((part) => this.variantsOf(part)) : [];
    if (Array.isArray(choices)) parts.push(choices.flatMap((choice) => this.variantsOf(choice)));
    return parts.length === 0 ? variantsByType(own) : this.#intersect([...parts, this.#own(own)]);
  }

  /** Keywords beside a reference or `anyOf` are one more part, unless they are only annotations. */
  #own(keywords: Schema): readonly SchemaVariant[] {
    return Object.keys(keywords).every(isAnnotation) ? [] : variantsByType(keywords);
  }

  /** The variants that are in each of the parts; those of different types have nothing in common. */
  #intersect(parts: readonly (readonly SchemaVariant[])[]): readonly SchemaVariant[] {
    const [first = [], ...rest] = parts.filter((part) => part.length > 0);
    return rest.reduce(
      (all, part) => all.flatMap((one) => part.flatMap((other) => this.#intersectVariants(one, other) ?? [])),
      first,
    );
  }

  #intersectVariants(one: SchemaVariant, other: SchemaVariant): SchemaVariant | undefined {
    if (one.type !== undefined && other.type !== undefined && one.type !== other.type) return undefined;
    const [a, b] = [one.schema, other.schema];
    const properties = { ...asObject(a['properties']) };
    for (const [name, schema] of Object.entries(asObject(b['properties']))) {
      properties[name] = name in properties ? this.#merger.merge(properties[name], schema) : schema;
    }
    const required = [...asList(a['required']), ...asList(b['required'])];
    return {
      ...one,
      type: one.type ?? other.type,
      schema: {
        ...a,
        ...b,
        ...(Object.keys(properties).length > 0 && { properties }),
        ...(required.length > 0 && { required }),
      },
    };
  }
}

/** Whether a change of a keyword makes no value valid or invalid. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

/** The node if it is an object; else an empty one, which as a schema allows everything. */
export function asObject(node: unknown): Schema {
  return typeof node === 'object' && node !== null ? (node as Schema) : {};
}

function variantsByType(schema: Schema): readonly SchemaVariant[] {
  const { type, const: only, enum: listed = only === undefined ? undefined : [only], ...rest } = schema;
  const types = Array.isArray(type) ? type.map(String) : [typeof type === 'string' ? type : undefined];
  return types.map((each) => {
    if (each === 'null' || !Array.isArray(listed)) return { type: each, schema: rest };
    const values = each === undefined ? listed : listed.filter((value) => value !== null);
    return { type: each, schema: { ...rest, enum: values } };
  });
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** One of the variants that a schema allows: of a single type, with the keywords that constrain it. */
export interface SchemaVariant {
  /** Undefined: any type. */
  type: string | undefined;
  /** Without references; null is a variant of its own and not in its `enum`. */
  schema: Schema;
  /** The name of the component that it is. */
  component?: string;
}
