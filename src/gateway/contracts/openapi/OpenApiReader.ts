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

/** Reads one OpenAPI document: resolves its references, and splits its schemas into variants. */
export class OpenApiReader {
  readonly document: Schema;
  /** A schema has the same variants each time, so that a pair of them is compared once. */
  readonly #variants = new WeakMap<Schema, readonly SchemaVariant[]>();

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

  /** The variants that a schema allows, one for each type: `anyOf` and lists of types are split. */
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

  #split({ $ref, anyOf, ...own }: Schema): readonly SchemaVariant[] {
    if (typeof $ref !== 'string' && !Array.isArray(anyOf)) return variantsByType(own);
    const component = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
    const choices = typeof $ref === 'string' ? [this.targetOf($ref)] : (anyOf as unknown[]);
    return choices
      .flatMap((choice) => this.variantsOf(choice))
      .map((variant) => ({
        ...variant,
        schema: { ...variant.schema, ...own },
        ...(component !== undefined && { component }),
      }));
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

/** One of the variants that a schema allows: of a single type, with the keywords that constrain it. */
export interface SchemaVariant {
  /** Undefined: every type. */
  type: string | undefined;
  /** Without references; null is a variant of its own and not in its `enum`. */
  schema: Schema;
  /** The name of the component that it is. */
  component?: string;
}
