// The word of the vocabulary that closes a difference: in an endpoint document, or in conventions.json.
import { distance } from 'fastest-levenshtein';
import type { Difference, Subject } from '../openapi/Difference.ts';
import { asObject } from '../openapi/OpenApiReader.ts';
import type { Part } from './listParts.ts';

/** A part that ours lacks. */
export type Missing = Pick<Part, 'kind' | 'name' | 'part' | 'use' | 'variants' | 'others'>;

/** How ours gets a part that it lacks; `fields` are those of the GraphQL types that a property would be of. */
export function suggestPart(missing: Missing, fields: readonly string[]): string {
  const { kind, name, use, others } = missing;
  if (kind === 'property') return use === 'request' ? suggestInput(missing) : suggestField(missing, fields);
  if (kind === 'parameter') return suggestParameter(missing);
  if (kind === 'body') return 'variables, or `@endpoint(body:)`';
  const near = others.find((other) => normalize(other).endsWith(normalize(name.replace(/^x-/i, ''))));
  if (kind === 'header' && near) return `\`"headers": {"${near}": "${name}"}\``;
  return firstOf(kind === 'header' ? HEADERS : STATUSES, name);
}

/** How a difference of a part that both have is closed. */
export function suggestFix({ subject, name, before, after, use, part, path }: Difference): string {
  const at = use === 'request' ? 0 : 1;
  if (name === 'status' && subject === 'constraint')
    return `\`@endpoint(status: ${before as string})\`; \`@status(values:)\` where both are possible`;
  if (use === 'error') return subject === 'mediaType' ? '`errors.mediaType`, or `accepts`' : '`errors.body`';
  if (subject === 'type')
    return suggestType(String(before), String(after), path.length === 0 && / body|^resp/.test(part));
  if (PAGE_LIMIT.test(part) && (subject === 'default' || FIXES[subject] === BOUND))
    return '`page.default`, `page.max`, `"over": "clamp"`; `@paginate(default:, max:)`';
  if (subject === 'enum' && part.includes(' parameter ')) return '`@param(values:)`, or `enums`';
  return (CONSTRAINTS[name] ?? FIXES[subject])?.[at] ?? '`scalars`';
}

/** What a name matches, and the words for it, where `#` is the name. The first one that matches counts. */
type Words = readonly (readonly [pattern: RegExp, words: string])[];

const STATUSES: Words = [
  [/^304$/, '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
  [/^2/, '`@endpoint(status: #)`; `@status(values:)` where another is possible'],
  [/^3/, '`@endpoint(status: #, location:)`'],
  [/^(?:400|422)$/, '`"errors": {"invalid": #}`, or `@error(status: #)`'],
  [/^401$/, '`@endpoint(auth: REQUIRED)`'],
  [/^403$/, '`@requiresScopes` in the schema, or `@error(status: #)`'],
  [/^412|^428/, '`@param(in: HEADER, name: "If-Match")`'],
  [/^429$/, '`rateLimit`'],
  [/./, '`@error(status: #)`, or `errors.codes`'],
];

const HEADERS: Words = [
  [/rate-?limit/i, '`"headers": {"RateLimit": ["#", …]}`'],
  [/(?:request|trace|correlation)-?id/i, '`"headers": {"X-Request-Id": "#"}`'],
  [/^(?:etag|cache-control)$/i, '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
  [/^location$/i, '`@endpoint(location:)`'],
  [/^link$/i, '`@paginate`'],
  [/page|total|count|cursor/i, '`"page": {"headers": {"#": "{…}"}}`, or `@header(name: "#")`'],
  [/./, '`@header(name: "#")` on a field, or `"headers": {"#": …}`'],
];

const PAGE_LIMIT = /`(?:limit|per_?page|page_?size|max_?(?:results|page_?size)|\$?top)`/i;

const PARAMETERS: Words = [
  [/^idempotency-?key$/i, '`idempotencyKey`'],
  [
    /^(?:per_?)?page_?(?:size|token|number)?$|^(?:limit|offset|\$?skip|\$?top|cursor|after|before|max_?results)$|ing_(?:after|before)$/i,
    '`page.parameters` and `page.styles`, with `@paginate` on the list',
  ],
  [/^\$?(?:fields|select)$/i, '`@fields`, and `fields`'],
  [/^\$?(?:expand|include|embed)$/i, '`@expand`, and `expand`'],
  [/sort|order/i, 'a variable with `@param(name:, values:)`; `ignore` where it has no effect'],
  [/^/, 'a variable with `@param(name:)`; `ignore` where it has no effect'],
];

const BOUND = ['`@param(min:, max:, minLength:, maxLength:, minItems:, maxItems:)`', undefined] as const;
const SENT = ['a default for the variable, or a `lookup` that finds its value', undefined] as const;

/** Words for requests, and for responses. */
const FIXES: Partial<Record<Subject, readonly [request: string, response: string | undefined]>> = {
  null: ['a variable that can be null, without `@nonNull`', '`@nonNull`, or `nonNull`'],
  required: [SENT[0], 'the field without `@include`, `@skip` and type condition; `"nulls": "keep"`'],
  parameter: SENT,
  body: SENT,
  property: SENT,
  lowerBound: BOUND,
  upperBound: BOUND,
  variant: ['`scalars`, or `@param(values:)`', 'a fragment, `... on Type`, for a type of a union; else `scalars`'],
  enum: ['`enums`, or `@param(values:)`', '`enums`'],
  default: ['the default of the variable', undefined],
  mediaType: ['`consumes`', '`produces`, or `accepts`'],
  serialization: ['none: lists are read with commas', undefined],
};

const CONSTRAINTS: Readonly<Record<string, readonly [request: string, response: string]>> = {
  additionalProperties: ['`"unknown": {"body": "ignore"}`', '`scalars`, with `"type": "any"`'],
  pattern: ['`@param(pattern:)`', '`@template(value:)`'],
  format: ['`scalars`, with `format` and `upstream`', '`scalars`, with `format` and `upstream`'],
};

function firstOf(words: Words, name: string): string {
  return words.find(([pattern]) => pattern.test(name))![1].replaceAll('#', name);
}

function suggestType(before: string, after: string, isBody: boolean): string {
  if (isBody)
    return before === 'array'
      ? '`"page": {"body": "{items}"}`, or `"envelope": null` with `@unwrap`'
      : '`page.body` of a list, or `body`';
  if (before === 'object') return '`@wrap(as:)`, or no `@unwrap`';
  if (after === 'object') return '`@unwrap`';
  return before === 'string'
    ? '`scalars`, or `@template(value: "{:string}")`'
    : `\`scalars\`, as \`{"ID": {"type": "${before}"}}\``;
}

function suggestParameter({ name, part, others }: Missing): string {
  const [place] = part.split(' ') as [string];
  const near = others.find((other) => normalize(other.split('`')[1]!) === normalize(name));
  if (near?.startsWith(place)) return `\`@param(name: "${name}")\` in place of the ${near}, or \`case\``;
  if (near) return `\`@param(in: ${place.toUpperCase()})\` in place of the ${near}`;
  if (place === 'cookie') return 'none: cookies are no parameters';
  return firstOf(PARAMETERS, name).replace('@param(', place === 'header' ? '@param(in: HEADER, ' : '@param(');
}

function suggestInput({ name, others }: Missing): string {
  const near = others.find((other) => normalize(other) === normalize(name));
  if (near) return `\`@param(name: "${name}")\` in place of \`${near}\`, or \`case\` or \`names\``;
  return firstOf(PARAMETERS, '');
}

function suggestField({ name, variants = [], others }: Missing, fields: readonly string[]): string {
  const wire = normalize(name);
  const near = others.find((other) => normalize(other) === wire);
  if (near) return `\`@name(as: "${name}")\` on \`${near}\`, or \`case\` or \`names\``;
  const [only, ...more] = variants;
  const constants = only?.type === 'null' ? [null] : (only?.schema['enum'] as unknown[] | undefined);
  const constant =
    more.length === 0 &&
    constants?.length === 1 &&
    `\`__typename @template(value: ${JSON.stringify(constants[0])}) @name(as: "${name}")\``;
  if (constant && only?.type === 'null') return constant;
  const field = fields.find((each) => normalize(each) === wire) ?? nearestField(wire, fields);
  if (field !== undefined) return `\`${field}${normalize(field) === wire ? '' : ` @name(as: "${name}")`}\``;
  if (constant) return constant;
  const inner = Object.keys(asObject(only?.schema['properties'])).map(normalize);
  const flat = others.filter((other) => inner.some((each) => [each, `${wire}${each}`].includes(normalize(other))));
  if (flat.length > 0) return `\`@wrap(as: "${name}")\` around ${flat.map((each) => `\`${each}\``).join(', ')}`;
  const outer = others.find((other) => wire.startsWith(normalize(other)));
  if (outer !== undefined) return `\`@spread\` on \`${outer}\`, with \`@name(as: "${name}")\``;
  if (/(?:url|uri|href|link)s?$/.test(wire)) return '`@template(value: "/…")`, or a field with `@name(as:)`';
  return 'a field with `@name(as:)`, or `@template(value:)`';
}

/** The field that is probably the same: but for what begins a Boolean or ends a count, or for a letter. */
function nearestField(wire: string, fields: readonly string[]): string | undefined {
  const stem = (name: string) => normalize(name).replace(/^(?:is|has|viewer|total)|s?(?:count|id)$/g, '');
  return (
    fields.find((each) => stem(each).length > 2 && stem(each) === stem(wire)) ??
    fields.find((each) => wire.length > 5 && distance(normalize(each), wire) <= 1)
  );
}

const normalize = (name: string) => name.replaceAll(/(?!^[+-])[^a-zA-Z0-9]/g, '').toLowerCase();
