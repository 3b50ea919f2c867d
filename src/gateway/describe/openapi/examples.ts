// The examples of a document: values that its schemas allow, made of their formats, bounds, patterns and descriptions, and of the names
// of properties. Those of authors (`@param(example:)`) come first.
import {
  type SampleSource,
  sampleInteger,
  sampleOf,
  sampleDecimal,
  wordsOf,
} from '../../plan/conventions/sampleTexts.ts';
import type { Schema } from './Schema.ts';
import { sampleOfPattern } from './samplePattern.ts';

const REFERENCE = /^#\/components\/schemas\/(.*)$/;

/** The documented operation with an example for each parameter and body that has none. `examples` receives those of components. */
export function withExamples(operation: Schema, schemas: Readonly<Record<string, Schema>>, examples: Examples): Schema {
  const { parameters, requestBody, responses } = operation as {
    parameters?: readonly Schema[];
    requestBody?: Schema;
    responses: Readonly<Record<string, Schema>>;
  };
  const context = { schemas, examples };
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => withParameterExample(parameter, context)) }),
    ...(requestBody && { requestBody: withContentExamples(requestBody, context) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, withContentExamples(response, context)]),
    ),
  };
}

/** Example Objects by the name of the component that they are of. */
export type Examples = Map<string, Schema>;

interface Context {
  schemas: Readonly<Record<string, Schema>>;
  examples: Examples;
}

/** That of a parameter that can be left out is in its schema: pages that send requests fill in the `example` of every parameter. */
function withParameterExample(parameter: Schema, { schemas }: Context): Schema {
  const { name, required, schema } = parameter as { name: string; required: boolean; schema: Schema };
  if ('example' in parameter || (!required && ('examples' in schema || 'default' in schema))) return parameter;
  const described = { ...schema, description: parameter['description'] ?? schema['description'] };
  const example = makeExample(described, sourceOf(name.replace(/^x-/i, ''), ''), schemas);
  if (example === undefined) return parameter;
  return required ? { ...parameter, example } : { ...parameter, schema: { ...schema, examples: [example] } };
}

function withContentExamples(node: Schema, context: Context): Schema {
  const content = node['content'] as Readonly<Record<string, Schema>> | undefined;
  if (!content) return node;
  const described = Object.entries(content).map(([type, media]) => [
    type,
    { ...media, ...exampleOfMedia(media, context) },
  ]);
  return { ...node, content: Object.fromEntries(described) as Schema };
}

/** An example of a component is one itself, because several media types and operations have it. */
function exampleOfMedia(media: Schema, { schemas, examples }: Context): Schema {
  const schema = media['schema'] as Schema | undefined;
  if ('example' in media || 'examples' in media || !schema) return {};
  const name = REFERENCE.exec(String(schema['$ref']))?.[1];
  if (name === undefined || !examples.has(name)) {
    const value = makeExample(schema, sourceOf('value', ''), schemas);
    if (value === undefined) return {};
    if (name === undefined) return { example: value };
    examples.set(name, { value });
  }
  return { examples: { [name]: { $ref: `#/components/examples/${name}` } } };
}

/** `CreateUserInput` is of a `user`, and so is `UserV2`. */
function sourceOf(field: string, component: string): SampleSource {
  const type = wordsOf(
    component
      .replace(/(?:_\d+)?(?:V\d+)?(?:List)?$/, '')
      .replace(/^(?:Create|Update|Add|New)(?=[A-Z])|(?:Input|Response)$/g, ''),
  );
  return { field: wordsOf(field).join('-'), type: type.join('-'), index: 1, seed: `${component}.${field}` };
}

/** The members of schemas that values are made of. */
interface Readable {
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  maxProperties?: number;
  additionalProperties?: Schema | boolean;
  prefixItems?: readonly Schema[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

/** The values in an example, objects and lists included. */
const MAX_VALUES = 1000;

/** The characters that a text is filled up to. */
const MAX_TEXT_LENGTH = 1000;

/**
 * A value that the schema allows; undefined where none is found. Components that refer to each other allow more values than anybody can
 * read, or count: an example that would be too large has only the components that are a few levels deep.
 */
function makeExample(schema: Schema, source: SampleSource, schemas: Context['schemas']): unknown {
  const whole = new ExampleMaker(schemas, Infinity);
  const made = whole.make(schema, source);
  if (!whole.isExhausted) return made;
  let example: unknown;
  for (let depth = 0; ; depth++) {
    const maker = new ExampleMaker(schemas, depth);
    const value = maker.make(schema, source);
    if (maker.isExhausted) return example;
    example = value;
  }
}

class ExampleMaker {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #maxDepth: number;
  /** The components that a value is being made of: a component in itself is left out. */
  readonly #open = new Set<string>();
  #values = 0;

  /** `maxDepth` is the number of components within each other. */
  constructor(schemas: Readonly<Record<string, Schema>>, maxDepth: number) {
    this.#schemas = schemas;
    this.#maxDepth = maxDepth;
  }

  /** Whether a value is incomplete because it would be too large. */
  get isExhausted(): boolean {
    return this.#values > MAX_VALUES;
  }

  /** A value that the schema allows; undefined where none is found. */
  make(schema: Schema, source: SampleSource): unknown {
    this.#values++;
    if (this.isExhausted) return undefined;
    const { $ref, examples, enum: values, anyOf, type } = schema as Readable;
    if (examples && examples.length > 0) return examples[0];
    if (schema['default'] !== undefined && schema['default'] !== null) return schema['default'];
    if ('const' in schema) return schema['const'];
    if (values) return values.find((value) => value !== null) ?? null;
    if ($ref !== undefined) return this.#makeComponent(REFERENCE.exec($ref)![1]!);
    if (anyOf) {
      const made = firstOf(anyOf, (each) => (each['type'] === 'null' ? undefined : this.make(each, source)));
      return made ?? (anyOf.some((each) => each['type'] === 'null') ? null : undefined);
    }
    const types: readonly (string | undefined)[] = Array.isArray(type) ? type : [type as string | undefined];
    if (types.includes('null') && ABSENT.test(source.field)) return null;
    const made = this.#makeType(
      types.find((each) => each !== 'null'),
      schema as Readable,
      source,
    );
    return made === undefined && types.includes('null') ? null : made;
  }

  #makeComponent(name: string): unknown {
    const schema = this.#schemas[name];
    if (!schema || this.#open.has(name) || this.#open.size >= this.#maxDepth) return undefined;
    this.#open.add(name);
    const made = this.make(schema, sourceOf('value', name));
    this.#open.delete(name);
    return made;
  }

  #makeType(type: string | undefined, schema: Readable, source: SampleSource): unknown {
    switch (type) {
      case 'object':
        return this.#makeObject(schema, source);
      case 'array':
        return this.#makeList(schema, source);
      case 'string':
        return makeText(schema, source);
      case 'integer':
      case 'number':
        return makeNumber(type, schema, source);
      case 'boolean':
        return !FALSE.test(source.field);
      case 'null':
        return null;
      default:
        return makeText({}, source);
    }
  }

  #makeObject(schema: Readable, source: SampleSource): object | undefined {
    const { properties = {}, required = [], maxProperties = Infinity, additionalProperties } = schema;
    const made: [name: string, value: unknown][] = [];
    const type = WRAPPER.test(source.field) ? source.type : singular(source.field);
    for (const [name, property] of Object.entries(properties)) {
      const isRequired = required.includes(name);
      const field = wordsOf(name).join('-');
      if (!isRequired && (property['deprecated'] === true || ABSENT.test(field))) continue;
      const value = this.make(property, { type, field, index: 1, seed: `${type}.${name}` });
      if (value === undefined && isRequired) return undefined;
      if ((isRequired || !isEmpty(value)) && made.length < maxProperties) made.push([name, value]);
    }
    if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object') {
      const value = this.make(additionalProperties, source);
      if (value !== undefined) made.push(['name', value]);
    }
    return Object.fromEntries(made);
  }

  #makeList({ prefixItems, items = {}, minItems = 0 }: Readable, source: SampleSource): unknown[] | undefined {
    if (prefixItems) {
      const made = prefixItems.map((item) => this.make(item, source));
      return made.includes(undefined) ? undefined : made;
    }
    const item = this.make(items, { ...source, field: singular(source.field) });
    if (item === undefined) return minItems === 0 ? [] : undefined;
    this.#values += minItems;
    return this.isExhausted ? undefined : Array.from({ length: Math.max(1, minItems) }, () => item);
  }
}

/** Whether a property with this value says no more than its absence. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Properties that an object is in without being named after them. */
const WRAPPER = /^(value|data|attributes|node|item|edge|object|result|payload)s?$/;

function singular(words: string): string {
  return words
    .replace(/-list$/, '')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');
}

function firstOf<Item>(items: readonly Item[], make: (item: Item) => unknown): unknown {
  for (const item of items) {
    const made = make(item);
    if (made !== undefined) return made;
  }
  return undefined;
}

/** What the only page of a list, and an object in use, does not have. */
const ABSENT =
  /^(next|prev|previous)(-page)?(-cursor|-token|-url)?$|^(before|end|start)-cursor$|^(deleted|cancell?ed|archived)-at$/;

const FALSE = /(^|-)(more|next-page|previous-page|errors?|deleted|archived|failed|blocked|deprecated)$/;

/** Integers of pages, by the name. */
const COUNTS: readonly (readonly [RegExp, number])[] = [
  [/(^|-)(limit|first|per-page|page-size)$/, 20],
  [/(^|-)(offset|skip)$/, 0],
  [/(^|-)(page|pages|total|count)$/, 1],
  [/(^|-)quantity$/, 2],
  [/(^|-)year$/, 2026],
];

const EPOCH_SECONDS = Date.parse('2026-01-31T09:30:00Z') / 1000;

function makeNumber(type: 'integer' | 'number', schema: Readable, source: SampleSource): number {
  const { format, minimum = -Infinity, maximum = Infinity } = schema;
  const count = COUNTS.find(([pattern]) => pattern.test(source.field))?.[1];
  const isTime = format === 'unixtime' || /(^|-)(at|timestamp)$/.test(source.field);
  const made = isTime ? EPOCH_SECONDS : type === 'integer' ? (count ?? sampleInteger(source)) : sampleDecimal(source);
  return Math.min(Math.max(made, minimum), maximum);
}

/** Texts by a format, or by the type and the name of a property. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/date-?time$|timestamp$|(^|-)(at|instant)$/, '2026-01-31T09:30:00Z'],
  [/(^|-)date$/, '2026-01-31'],
  [/(^|-)time$/, '09:30:00Z'],
  [/duration$/, 'PT1H30M'],
  [/e-?mail(-address)?$/, 'ada@example.com'],
  [/[gu]uid$/, '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  [/(^|-)(first|given)-name$/, 'Ada'],
  [/(^|-)(last|family)-name$|surname$/, 'Lovelace'],
  [
    /(user|person|author|customer|member|account|owner|employee|contact|profile)-(display-|full-)?name$/,
    'Ada Lovelace',
  ],
  [/(^|-)(login|username|handle)$/, 'ada'],
  [/(^|-)(cursor|page-token)$/, 'eyJpZCI6NDJ9'],
  [/(^|-)(avatar|image|photo|picture|logo)$/, 'https://example.com/image.png'],
  [/(^|-)(sku|order-number)$/, 'AB-1234'],
  [/(^|-)iban$/, 'GB33BUKB20201555555555'],
  [/(^|-)(postal-code|postcode|zip)$/, 'SW1A 1AA'],
  [/(^|-)(street|address|line1)$/, '12 High Street'],
  [/(^|-)colou?r$/, 'blue'],
  [/phone(-number)?$/, '+44 20 7946 0958'],
  [/(^|-)(city|location)$/, 'London'],
  [/(^|-)country(-code)?$/, 'GB'],
  [/(^|-)(language|locale)$/, 'en'],
  [/(^|-)(description|summary|bio|comment|note|text|body|message)$/, 'A few words.'],
];

/** What most short patterns allow. */
const FALLBACKS = ['1', 'EUR', 'GB', 'en', '1.0', 'a-1', 'ada', 'A few words.'];

/** A value in a description: "such as `EUR`". */
const QUOTED = /(?:such as|for example|e\.g\.),? [`"“]([^`"”]+)[`"”]/i;

/** A text of the format, or by the description or the names, that the bounds allow; undefined where none is found. */
function makeText(schema: Readable, source: SampleSource): string | undefined {
  const { format, description = '', pattern, allOf = [], minLength = 0, maxLength = Infinity } = schema;
  const patterns = [pattern, ...allOf.map((each) => (each as Readable).pattern)].filter((each) => each !== undefined);
  const name = format === undefined ? `${source.type}-${source.field}` : wordsOf(format.replaceAll('-', ' ')).join('-');
  const known = TEXTS.find(([expression]) => expression.test(name))?.[1];
  const made = known ?? sampleOf(format === undefined ? source.field : name)(source);
  const quoted = format === undefined ? QUOTED.exec(description)?.[1] : undefined;
  const candidates = [
    quoted,
    made,
    ...(format === undefined ? [made.slice(0, maxLength), ...FALLBACKS] : []),
    ...patterns.map(sampleOfPattern),
    ...FALLBACKS,
    made.padEnd(Math.min(minLength, MAX_TEXT_LENGTH), '.'),
  ];
  const expressions = patterns.map((each) => new RegExp(each, 'u'));
  return candidates.find(
    (text) =>
      text !== undefined &&
      [...text].length >= minLength &&
      [...text].length <= maxLength &&
      expressions.every((expression) => expression.test(text)),
  );
}
