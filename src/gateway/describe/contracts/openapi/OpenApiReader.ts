import type { Schema } from '../../openapi/Schema.ts';
import { integerText, isJsonNumber } from '../../../http/losslessJson.ts';
import { includesValue } from './compareValues.ts';

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
  'discriminator',
  'xml',
]);

/** Reads one OpenAPI document, 3.1 or 3.0: resolves its references, and splits its schemas into variants. */
export class OpenApiReader {
  readonly document: Schema;
  /** A schema, or a reference, has the same variants each time, so that a pair of them is compared once. */
  readonly #variants = new Map<unknown, readonly SchemaVariant[]>();

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
      .map((name) => name.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent))
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, name) => asObject(node)[name], this.document);
  }

  /** The variants that a schema allows, one for each type: choices and lists of types are split, and `allOf` is merged. */
  variantsOf(node: unknown): readonly SchemaVariant[] {
    const schema = asObject(node);
    const isReference = typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1;
    const key = isReference ? schema['$ref'] : schema;
    let variants = this.#variants.get(key);
    if (!variants) {
      this.#variants.set(key, []); // so that a schema that is nothing but itself ends here
      variants = this.#split(schema);
      this.#variants.set(key, variants);
    }
    return variants;
  }

  #split({ $ref, anyOf, oneOf, allOf, nullable, ...own }: Schema): readonly SchemaVariant[] {
    const component = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
    const choices: unknown[][] = [
      ...(typeof $ref === 'string' ? [[this.targetOf($ref)]] : []),
      ...[anyOf, oneOf].filter((list) => Array.isArray(list)),
      ...(Array.isArray(allOf) ? allOf.map((each: unknown) => [each]) : []),
    ];
    const variants = [
      ...choices.map((list) => withoutSpecial(list.flatMap((each) => this.variantsOf(each)))),
      variantsByType(own),
    ]
      .reduce((some, others) => some.flatMap((one) => others.flatMap((other) => intersect(one, other))), [ANYTHING])
      .map((variant) => ({ ...variant, ...(component !== undefined && { component }) }));
    const addsNull = nullable === true && variants.every(({ type }) => type !== 'null');
    return addsNull ? [...variants, { type: 'null', schema: {} }] : variants;
  }
}

/** Whether a change of a keyword makes no value valid or invalid. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

const NO_KEYWORDS: Schema = {};

/** The node if it is an object; else an empty one, which as a schema allows everything. */
export function asObject(node: unknown): Schema {
  return typeof node === 'object' && node !== null ? (node as Schema) : NO_KEYWORDS;
}

function variantsByType(schema: Schema): SchemaVariant[] {
  const { type, const: only, enum: listed = only === undefined ? undefined : [only], ...rest } = schema;
  const types = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : typesOf(rest, listed);
  const keywords = withNumericBounds(rest);
  return types.map((each) => {
    if (each === 'null' || !Array.isArray(listed)) return { type: each, schema: keywords };
    const values = each === undefined ? listed : listed.filter((value) => value !== null);
    const isInteger = each === 'number' && values.every((value) => integerText(value) !== undefined);
    return { type: isInteger ? 'integer' : each, schema: { ...keywords, enum: values } };
  });
}

/** Variants without those that another one allows any value of the type of. */
function withoutSpecial(variants: readonly SchemaVariant[]): readonly SchemaVariant[] {
  const isGeneral = ({ schema }: SchemaVariant) => Object.keys(schema).every(isAnnotation);
  const general = new Set(variants.filter(isGeneral).map(({ type }) => type));
  return variants.filter((variant) => isGeneral(variant) || !general.has(variant.type));
}

/** The types of a schema that states none, as its keywords imply them. */
function typesOf(schema: Schema, listed: unknown): readonly (string | undefined)[] {
  if (schema['properties'] !== undefined) return ['object'];
  if (schema['items'] !== undefined) return ['array'];
  if (!Array.isArray(listed)) return [undefined];
  const typeOf = (value: unknown) => (value === null ? 'null' : isJsonNumber(value) ? 'number' : typeof value);
  const types = [...new Set(listed.map(typeOf))];
  return types.includes('object') ? [undefined] : types;
}

/** `exclusiveMinimum: true` beside a minimum, as OpenAPI 3.0 has it, is the number in 3.1. */
function withNumericBounds(schema: Schema): Schema {
  const bounds = { ...schema };
  for (const [exclusive, bound] of Object.entries({ exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' })) {
    if (typeof bounds[exclusive] !== 'boolean') continue;
    if (bounds[exclusive]) bounds[exclusive] = bounds[bound];
    delete bounds[schema[exclusive] ? bound : exclusive];
  }
  return bounds;
}

const ANYTHING: SchemaVariant = { type: undefined, schema: {} };

/** The variant that is both: none where their types exclude each other. A keyword of both is that of the second. */
function intersect(one: SchemaVariant, other: SchemaVariant): SchemaVariant[] {
  const [type, ...more] = new Set([one.type, other.type].filter((each) => each !== undefined));
  const isInteger = more.length > 0 && [type, ...more].every((each) => each === 'integer' || each === 'number');
  if (more.length > 0 && !isInteger) return [];
  const [from, to] = [one.schema, other.schema];
  const shared = Object.keys(to).filter((keyword) => from[keyword] !== undefined);
  const merged = shared.map((keyword) => [keyword, mergeKeyword(keyword, from[keyword], to[keyword])]);
  const isMerged = shared.includes('properties');
  const component = isMerged ? undefined : (one.component ?? other.component);
  return [
    {
      type: isInteger ? 'integer' : type,
      schema: { ...from, ...to, ...Object.fromEntries(merged) },
      ...(component !== undefined && { component }),
    },
  ];
}

function mergeKeyword(keyword: string, from: unknown, to: unknown): unknown {
  if (keyword === 'properties') {
    const refined = Object.entries(asObject(to)).filter(
      ([, schema]) => !Object.keys(asObject(schema)).every(isAnnotation),
    );
    return { ...asObject(to), ...asObject(from), ...Object.fromEntries(refined) };
  }
  const [one, other] = [[from].flat(), [to].flat()];
  if (keyword === 'enum') return one.filter((value) => includesValue(other, value));
  return keyword === 'required' || keyword === 'pattern' ? [...new Set([...one, ...other])] : to;
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
