// Values for a JSON Schema: such as fit, such as nearly do, and such as do not.
import fc from 'fast-check';
import { mostly, numeral, text } from '../../promises/support/anyText.ts';

/** The part of JSON Schema that the OpenAPI documents use. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  examples?: readonly unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

type Value = fc.Arbitrary<unknown>;

/** Lists of more items are left to the hostile bodies. */
const MAX_ITEMS = 4;

/** Objects in objects below this level have what is required, since types can refer to each other. */
const MAX_DEPTH = 3;

/** Values that most schemas refuse. */
const hostile: Value = fc.oneof(
  text,
  numeral.map(Number),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]], { __proto__: null }),
  fc.json({ maxDepth: 3 }).map((json) => JSON.parse(json) as unknown),
);

/** Values for a schema of a document: four of five fit, as far as a pattern can be followed. */
export function anySchemaValue(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth = 0): Value {
  return mostly(mostly(fitting(schema, schemas, depth), near(schema), 8), hostile, 12);
}

function fitting(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): Value {
  if (schema.$ref !== undefined) return fitting(schemas[schema.$ref.split('/').at(-1)!] ?? {}, schemas, depth);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((each) => fitting(each, schemas, depth)));
  const types = [schema.type ?? 'string'].flat();
  const values = types.map((type) => ofType(type, schema, schemas, depth));
  const examples = schema.examples ?? [];
  return fc.oneof(...values, ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []));
}

function ofType(type: string, schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): Value {
  const { minimum = -1000, maximum = 1000 } = schema;
  switch (type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, 300) }),
        fc.constantFrom(minimum, maximum),
      );
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { minItems = 0, maxItems = MAX_ITEMS, items = {} } = schema;
      if (depth > MAX_DEPTH) return fc.constant(Array(minItems).fill(null));
      const maxLength = Math.max(minItems, Math.min(maxItems, MAX_ITEMS));
      return fc.array(anySchemaValue(items, schemas, depth), { minLength: minItems, maxLength });
    }
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const names = Object.keys(properties).filter((name) => depth < MAX_DEPTH || required.includes(name));
      const fields = names.map((name) => [name, anySchemaValue(properties[name]!, schemas, depth + 1)] as const);
      return fc.record(Object.fromEntries(fields) as Record<string, Value>, { requiredKeys: [...required] });
    }
    default:
      return anyString(schema);
  }
}

function anyString({ format, pattern, minLength = 0, maxLength = 40 }: Schema): Value {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const plain = fc.string({ minLength, maxLength });
  const long = fc.constantFrom(minLength, maxLength).map((length) => 'x'.repeat(Math.min(length, 1_000)));
  const strings = [plain, long];
  if (pattern !== undefined) strings.push(fc.stringMatching(new RegExp(pattern)));
  return fc.oneof(...strings);
}

/** Values next to the bounds of a schema, on the wrong side. */
function near({ type, minimum = 0, maximum = 1000, minLength = 0, maxLength = 40, maxItems = 100 }: Schema): Value {
  const types = [type].flat();
  if (types.includes('integer')) return fc.constantFrom<unknown>(minimum - 1, maximum + 1, 0.5, String(minimum), null);
  if (types.includes('array')) return fc.constantFrom<unknown>(Array(maxItems + 1).fill(null), {}, null);
  if (types.includes('object')) return fc.constantFrom<unknown>({ unknown: 1 }, [{}], null, '{}');
  return fc.constantFrom<unknown>('x'.repeat(maxLength + 1), 'x'.repeat(Math.max(0, minLength - 1)), 1, null, ' ');
}
