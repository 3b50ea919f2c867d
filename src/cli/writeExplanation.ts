import { Kind, parse, print } from 'graphql';
import { formatRequirements } from '../gateway/describe/describeAccess.ts';
import type { DescribedEndpoint, DescribedInput, DescribedPage } from '../gateway/describe/describeEndpoint.ts';
import type { Components, Schema } from '../gateway/describe/openapi/Schema.ts';
import type { OperationVariant, PageRequest } from '../gateway/plan/PagePlan.ts';
import { alignColumns } from '../project/texts.ts';
import type { ExplainedRequest } from './explainRequest.ts';

/** The styles of pages in words. */
const STYLES: Partial<Readonly<Record<OperationVariant, string>>> = {
  OFFSET: 'offset',
  PAGE: 'page',
  CURSOR: 'cursor',
  BEFORE: 'before',
};

/**
 * An explanation for people, section by section: first the request itself, then its endpoint as clients see it, and the GraphQL of
 * the endpoint last.
 */
export function writeExplanation(
  request: { method: string; target: string },
  endpoint: DescribedEndpoint,
  { runs, variables, page, executes, problems, precondition }: ExplainedRequest,
  components: Components,
): string {
  const {
    version,
    method,
    path,
    operation,
    description,
    file,
    line,
    shapes,
    lookup,
    consumes,
    produces,
    headers,
    cacheControl,
    inputs,
    scopes,
    fragments,
  } = endpoint;
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length > 0 ? [`${title}\n${alignColumns(rows, '  ')}`] : [];
  const operations = Object.entries(endpoint.operations) as [OperationVariant | 'LOOKUP', string][];
  const variants = operations.flatMap(([variant]) => (variant === 'LOOKUP' ? [] : variant));
  const refusals = [
    ...problems.map(({ field, message }) => [field, message]),
    ...(problems.length === 0 && precondition ? [['If-Match', precondition.message]] : []),
  ];
  const status = problems.length > 0 ? 400 : precondition?.status;
  return [
    `${request.method} ${request.target}\n`,
    ...section(
      refusals.length > 0 ? `This request is refused with ${status}` : 'This request',
      refusals.length > 0
        ? refusals
        : [
            ['runs', operation + distinction(runs, variants)],
            ['variables', JSON.stringify(variables)],
            ...(inputs.some((input) => input.in === 'body') ? [['body', 'not read']] : []),
            ...(page ? [['page', pageText(page)]] : []),
          ],
    ),
    ...(refusals.length > 0 ? [] : Object.entries(executes)).map(([variant, text]) => {
      const own = withoutKnown(text, fragments);
      const title = variant === 'LOOKUP' ? 'Executed lookup' : 'Executed operation';
      return `${title}${own === text ? '' : ', with the fragments below'}\n${indented(own)}\n`;
    }),
    ...section('Endpoint', [
      ['route', `${method} ${path} of version ${version}`],
      ...(description === null ? [] : [['purpose', description]]),
      ['file', `${file}:${line}`],
      ['auth', authRow(endpoint)],
      ...Object.entries(shapes).map(([name, place]) => [`shape ${name}`, place]),
      ...(lookup === null ? [] : [['lookup', lookup]]),
      ...(consumes ? [['body', consumes.join(', ')]] : []),
      ...Object.entries(headers ?? {}).map(([name, from]) => [`header ${name}`, from]),
      ...(cacheControl === undefined ? [] : [['cache', cacheControl]]),
      ...(produces ? [['response', produces.join(', ')]] : []),
    ]),
    ...section('Inputs', inputs.length > 0 ? [HEAD, ...inputs.flatMap((input) => inputRows(input, components))] : []),
    ...section('Pages', pageRows(endpoint.page)),
    ...section('Scopes', [
      ['always', formatRequirements(scopes.always)],
      ...Object.entries(scopes.expand).map(([names, more]) => [`expand=${names}`, formatRequirements(more)]),
    ]),
    ...section('Responses', Object.entries(endpoint.statuses)),
    ...section(
      'Null where they fail',
      (endpoint.catches ?? []).map((each) => [each]),
    ),
    ...operations.map(
      ([variant, text]) =>
        `${variant === 'LOOKUP' ? 'Lookup' : `Operation${distinction(variant, variants)}`}\n${indented(text)}\n`,
    ),
    ...(fragments === '' ? [] : [`Fragments\n${indented(fragments)}\n`]),
  ].join('\n');
}

const HEAD = ['NAME', 'IN', 'VARIABLES', 'VALUES'];

function authRow({ auth: { auth, expand } }: DescribedEndpoint): string {
  return [auth, ...expand.map((value) => `expand=${value} requires a caller`)].join(', ');
}

/** What distinguishes a variant of an operation from its other variants, as it follows the word "Operation". */
function distinction(variant: OperationVariant, variants: readonly OperationVariant[]): string {
  const style = STYLES[variant];
  if (style !== undefined) return ` with ${style}`;
  const others = variants.flatMap((each) => STYLES[each] ?? []);
  return others.length === 0 ? '' : ` without ${others.join(', ').replace(/, (?=\w+$)/, ' or ')}`;
}

/** A page without its style, which is the variant that runs: `limit 20, offset 40`. */
function pageText({ style: _style, ...values }: PageRequest): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ');
}

/** A GraphQL document without its fragments that are known. */
function withoutKnown(document: string, fragments: string): string {
  const known = new Set(fragments === '' ? [] : parse(fragments).definitions.map(print));
  const definitions = parse(document).definitions.filter((each) => !known.has(print(each)));
  return print({ kind: Kind.DOCUMENT, definitions });
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** The rows of an input in a table: name, location, variables and values; below it a row for each nested property. */
export function inputRows(input: DescribedInput, components: Components): string[][] {
  const { name, required, schema, variables, ignored, values = {} } = input;
  const typed = Object.entries(variables).map(([variable, type]) => `$${variable}: ${type}`);
  return [
    [
      name || 'the whole body',
      input.in,
      typed.join(', '),
      ignored ? 'ignored' : describeValues(schema, required, { components, hasRows: input.values !== undefined }),
    ],
    ...Object.entries(values).map(([text, value]) => [
      '',
      '',
      '',
      `${JSON.stringify(text)} is ${JSON.stringify(value)}`,
    ]),
    ...nestedRows(name, schema, components),
  ];
}

/** Types that refer to each other have more nested properties than anybody reads. */
const MAX_PROPERTIES = 100;

/** The rows of nested properties, as many as are shown. */
function nestedRows(name: string, schema: Schema, components: Components): string[][] {
  const rows: string[][] = [];
  for (const row of propertyRows(name, schema, components)) {
    if (rows.length === MAX_PROPERTIES) return [...rows, ['…', '', '', 'more properties, in the OpenAPI document']];
    rows.push(row);
  }
  return rows;
}

/** Properties of an object, or of the items of a list; a recursive type is listed once. */
function* propertyRows(
  name: string,
  schema: Schema,
  components: Components,
  above: readonly Schema[] = [],
): Generator<string[]> {
  const resolved = resolve(schema, components);
  if (above.includes(resolved)) return;
  const below = [...above, resolved];
  if (resolved['items']) return yield* propertyRows(`${name}[]`, resolved['items'] as Schema, components, below);
  const required = (resolved['required'] ?? []) as readonly string[];
  for (const [key, property] of Object.entries((resolved['properties'] ?? {}) as Readonly<Record<string, Schema>>)) {
    const nested = name === '' ? key : `${name}.${key}`;
    yield [nested, '', '', describeValues(property, required.includes(key), { components })];
    yield* propertyRows(nested, property, components, below);
  }
}

/** How values are described: `hasRows` where each text has a row of its own. */
interface ValueContext {
  components: Components;
  hasRows?: boolean;
}

/** The values that a schema allows, in a few words: `required, integer, 1 to 100`. */
function describeValues(schema: Schema, required: boolean, { components, hasRows = false }: ValueContext): string {
  const resolved = resolve(schema, components);
  const { format, pattern } = resolved;
  const words = [
    required && 'required',
    typeOf(schema, { components, hasRows }),
    range(resolved['minimum'], resolved['maximum'], ''),
    range(resolved['minLength'], resolved['maxLength'], ' characters'),
    range(resolved['minItems'], resolved['maxItems'], ' items'),
    // The formats of numbers say nothing that their bounds do not.
    typeof format === 'string' && !/^(?:int|double)/.test(format) && format,
    pattern !== undefined && `matching ${String(pattern)}`,
    schema['default'] !== undefined && `${JSON.stringify(schema['default'])} by default`,
  ];
  return words.filter(Boolean).join(', ');
}

function typeOf(schema: Schema, { components, hasRows }: ValueContext): string {
  const resolved = resolve(schema, components);
  if (resolved['const'] !== undefined) return 'flag';
  const values = resolved['enum'] as readonly unknown[] | undefined;
  const type = resolved['type'] ?? 'any type';
  const types = values?.map((value) => JSON.stringify(value)) ?? (Array.isArray(type) ? (type as unknown[]) : [type]);
  const items = resolved['items'] as Schema | undefined;
  const others = ((schema['anyOf'] ?? []) as readonly Schema[]).slice(1);
  return [
    ...(hasRows ? ['one of these texts'] : types.map((each) => (each === 'array' && items ? listOf(items) : each))),
    ...others.map((each) => (each['const'] === undefined ? 'null' : JSON.stringify(each['const']))),
  ].join(' or ');

  function listOf(item: Schema): string {
    return `array of ${typeOf(item, { components })}`;
  }
}

function range(min: unknown, max: unknown, unit: string): string {
  if (min === undefined && max === undefined) return '';
  if (min === 1 && max === undefined && unit !== '') return 'not empty';
  if (max === undefined) return `at least ${String(min)}${unit}`;
  return min === undefined ? `at most ${String(max)}${unit}` : `${String(min)} to ${String(max)}${unit}`;
}

/** A schema without its reference, and without the null or the text for null beside it. */
function resolve(schema: Schema, components: Components): Schema {
  const [first] = (schema['anyOf'] ?? [schema]) as readonly [Schema];
  const name = /^#\/components\/schemas\/(.*)$/.exec(String(first['$ref']))?.[1];
  return name === undefined ? first : components.get(name)!;
}

/** The rows of an explanation about how an endpoint pages; none for an endpoint without pages. */
export function pageRows(page: DescribedPage | null): string[][] {
  if (!page) return [];
  const { list, styles, limit, arguments: passed, fields } = page;
  const names = (all: Readonly<Record<string, string>>) =>
    Object.entries(all)
      .map(([name, own]) => (name === own ? name : `${name}: ${own}`))
      .join(', ');
  const more = limit.over === 'clamp' ? `more is ${limit.max}` : `at most ${limit.max}`;
  return [
    ['list', list],
    ['styles', styles.join(', ')],
    ['limit', `${limit.default}, ${more}`],
    ['arguments', names(passed)],
    ...(Object.keys(fields).length > 0 ? [['fields', names(fields)]] : []),
  ];
}
