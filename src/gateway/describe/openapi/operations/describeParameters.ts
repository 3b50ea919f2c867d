import { KEY_LIFETIME_HOURS } from '../../../guard/idempotency/IdempotencyStore.ts';
import { namesOnWire } from '../../../plan/conventions/headerRules.ts';
import { placeholdersOf } from '../../../plan/conventions/template.ts';
import { type EndpointPlan, propertyNames } from '../../../plan/EndpointPlan.ts';
import { maxPage } from '../../../plan/PagePlan.ts';
import { type ParameterPlan, findIfMatch, findLanguages } from '../../../plan/ParameterPlan.ts';
import type { TypeContext } from '../../../plan/bounds.ts';
import { type Schema, annotate } from '../Schema.ts';
import type { SchemaContext } from '../schemas/SchemaRegistry.ts';
import { textSchema } from '../schemas/inputSchema.ts';

/** The parameters of path, query and headers, those of the page and `expand` among them. */
export function describeParameters(endpoint: EndpointPlan, context: SchemaContext): Schema[] {
  const own = endpoint.parameters.flatMap((parameter): Schema[] => {
    const { name, source, type, required, constraints, deprecated, nullAs, example } = parameter;
    if (source !== 'path' && source !== 'query' && source !== 'header') return [];
    const given = parameter.wireDefault ?? (parameter.default === null ? nullAs : undefined);
    const negotiated = describeNegotiated(parameter, context);
    const plain = negotiated?.schema ?? textSchema(type, constraints, context);
    const text: Schema = nullAs === undefined ? plain : { anyOf: [plain, { const: nullAs }] };
    return [
      {
        name,
        in: source,
        required,
        ...(source === 'path' && multiSegment(name, endpoint)),
        ...annotate({ description: parameter.description ?? negotiated?.description, deprecated }),
        ...(plain['type'] === 'array' && { style: source === 'header' ? 'simple' : 'form', explode: false }),
        schema: { ...text, ...(given !== undefined && { default: given }) },
        ...(example !== undefined && { example }),
      },
    ];
  });
  const expands = endpoint.expands.map(({ name }) => name);
  const { expand } = context.version.conventions;
  return [
    ...own,
    ...describeKey(endpoint, context.version),
    ...describePage(endpoint, context),
    ...(expands.length > 0 ? [nameList(expand, 'Optional parts of the response, separated by commas.', expands)] : []),
    ...(endpoint.fields ?? []).map(({ name, properties }) =>
      nameList(
        name,
        'The properties that are answered, separated by commas; all of them by default.',
        propertyNames(properties),
      ),
    ),
    ...describeIgnored(endpoint),
  ];
}

function queryParameter(name: string, description: string, schema: Schema, style: Schema = {}): Schema {
  return { name, in: 'query', required: false, description, ...style, schema };
}

function nameList(name: string, description: string, values: readonly string[]): Schema {
  const schema = { type: 'array', items: { type: 'string', enum: values } };
  return queryParameter(name, description, schema, { style: 'form', explode: false });
}

/** A key of at most 255 characters, bare or as a string of RFC 9651; see `parseIdempotencyKey`. */
const KEY_PATTERN = String.raw`^(?:[!#-+\--~]{1,255}|"(?:[!#-\[\]-~]|\\["\\]){1,255}")$`;

/** See draft-ietf-httpapi-idempotency-key-header-07. */
function describeKey({ idempotencyKey }: EndpointPlan, { conventions }: TypeContext): Schema[] {
  if (idempotencyKey === undefined) return [];
  const [replayed] = namesOnWire('Idempotency-Replayed', conventions);
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotencyKey === 'REQUIRED',
      description: describeRetries(replayed),
      schema: { type: 'string', minLength: 1, maxLength: 512, pattern: KEY_PATTERN },
      example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    },
  ];
}

/** `replayed` is the name of the header of replays; undefined where they have none. */
const describeRetries = (replayed: string | undefined) =>
  [
    'Makes retries safe: a random value such as a UUID, a new one for each request, and the same one for its retries.',
    `For ${KEY_LIFETIME_HOURS} hours a retry has the stored response to the first request, ${replayed === undefined ? '' : `with \`${replayed}: true\`, `}and executes nothing.`,
    'Errors that say that nothing was executed are not stored.',
    'A key belongs to the caller and to this endpoint; another request with it is 422.',
    'A retry is 409 while the first request is running.',
    'It is 409 with the code `OUTCOME_UNKNOWN` where the first request was executed, or may have been, without a stored response: read the current state before sending a request with a new key.',
  ].join(' ');

/** A header that HTTP gives a form of its own: the entity tag of If-Match, and the languages of Accept-Language. */
function describeNegotiated(
  parameter: ParameterPlan,
  { version: { types } }: SchemaContext,
): { description: string; schema: Schema } | undefined {
  if (findIfMatch([parameter])) {
    return {
      description: 'The entity tag of the resource that is changed (RFC 9110, 13.1.1).',
      schema: { ...TEXT, examples: ['"5"'] },
    };
  }
  const languages = findLanguages(parameter, types);
  if (!languages) return undefined;
  const list = languages.map((each) => `\`${each}\``).join(', ');
  return {
    description: `The preferred languages (RFC 9110, 12.5.4) out of ${list}.`,
    schema: { ...TEXT, examples: [languages[0]!.replaceAll('_', '-')] },
  };
}

/** The word of GitHub's document for a parameter that slashes can be in. */
function multiSegment(name: string, { segments }: EndpointPlan): Schema {
  return segments.some(({ names, isRest }) => isRest && names.includes(name)) ? { 'x-multi-segment': true } : {};
}

function describeIgnored(endpoint: EndpointPlan): Schema[] {
  const { path = [], query = [] } = endpoint.ignored ?? {};
  return [
    ...path.map((name) => ({
      name,
      in: 'path',
      required: true,
      ...multiSegment(name, endpoint),
      description: IGNORED,
      schema: TEXT,
    })),
    ...query.map((name) => queryParameter(name, IGNORED, {})),
  ];
}

const IGNORED = 'Has no effect.';

/** The placeholders of a page whose cursors have the names of a connection. */
const CURSORS = new Set(['pagination', 'selection']);

function describePage({ page, stream }: EndpointPlan, { version }: SchemaContext): Schema[] {
  if (!page) return [];
  const { styles, defaultLimit, maxLimit, over, maxOffset, firstPage, names } = page.limits;
  const isClamped = over === 'clamp';
  const clamped = isClamped ? ` 0 is ${defaultLimit}, and more than ${maxLimit} is ${maxLimit}.` : '';
  const { streamMax } = version.conventions.page;
  const ofStream = stream ? ` With another type than JSON, of all rows, of which there can be ${streamMax}.` : '';
  const ofPage =
    page.limits.maxPage === undefined
      ? `; ${firstPage === 0 ? names.page : `(${names.page} - 1)`} × ${names.limit} is at most ${maxOffset}.`
      : '.';
  const hasPagination = placeholdersOf(version.conventions.page.body).some(({ name }) => CURSORS.has(name));
  const next = hasPagination ? 'The `nextCursor` of' : 'The cursor of the next page from';
  const isExclusive = styles.length > 1 || names.before !== undefined;
  const exclusive = isExclusive ? ' Cannot be combined with another style of pagination.' : '';
  const position = (name: string, description: string, schema: Schema) =>
    queryParameter(name, `${description}${exclusive}`, schema);
  // A client that sends defaults would otherwise combine two styles, which is refused.
  const first = (number: number) => ({
    type: 'integer',
    minimum: number,
    ...(styles.length === 1 && { default: number }),
  });
  const byStyle = {
    OFFSET: position(names.offset, 'The number of items to skip.', { ...first(0), maximum: maxOffset }),
    PAGE: position(names.page, `The number of the page, counted from ${firstPage}${ofPage}`, {
      ...first(firstPage),
      maximum: maxPage(page.limits),
      ...(firstPage === 0 && { examples: [0] }),
    }),
    CURSOR: position(names.cursor, `${next} the previous page, unchanged; empty for the first page.`, TEXT),
  };
  const back = 'The cursor of the page before, from a page, unchanged; empty for the last page.';
  return [
    queryParameter(names.limit, `The maximum number of items of a page.${clamped}${ofStream}`, {
      type: 'integer',
      minimum: isClamped ? 0 : 1,
      ...(!isClamped && { maximum: maxLimit }),
      default: defaultLimit,
    }),
    ...styles.map((style) => byStyle[style]),
    ...(names.before === undefined ? [] : [position(names.before, back, TEXT)]),
  ];
}

const TEXT = { type: 'string' };
