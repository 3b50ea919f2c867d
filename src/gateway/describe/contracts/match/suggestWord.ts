// The word of the vocabulary that closes a difference: in an endpoint document, or in conventions.json.
import { distance } from 'fastest-levenshtein';
import { PAGE_PLACEHOLDERS } from '../../../plan/conventions/pageBody.ts';
import { writeJson } from '../../../http/losslessJson.ts';
import { isReservedHeader } from '../../../http/ownHeaders.ts';
import type { Difference } from '../openapi/Difference.ts';
import { asObject } from '../openapi/OpenApiReader.ts';
import type { MatchedPart } from './matchDocuments.ts';

/** A part that ours lacks. */
export type Missing = Pick<
  MatchedPart,
  'kind' | 'name' | 'part' | 'use' | 'endpoint' | 'variants' | 'isWrapper' | 'isAlternative' | 'others'
>;

/**
 * Where a property of a response would come from: the template of a page, or the fields of a GraphQL type, each with those of the
 * object that it is: undefined for a scalar.
 */
export type Source = 'page.body' | ReadonlyMap<string, SourceField>;

export type SourceField = readonly string[] | 'list' | undefined;

/** How ours gets a part that it lacks. */
export function suggestPart(missing: Missing, source: Source): string {
  const { kind, name, use, others } = missing;
  if (kind === 'property' && use === 'request') return suggestInput(missing);
  if (kind === 'property') return source === 'page.body' ? suggestPlaceholder(missing) : suggestField(missing, source);
  if (kind === 'parameter') return suggestParameter(missing);
  const near = others.find((other) => normalize(other).endsWith(normalize(name.replace(/^x-/i, ''))));
  if (kind === 'header' && near) return `\`"headers": {"${near}": "${name}"}\``;
  const isReserved = kind === 'header' && isReservedHeader(name);
  const more = isReserved ? ' that is reserved' : missing.isAlternative ? ' beside another' : '';
  return wordsFor(PARTS, `${kind} ${name}${more} of ${missing.endpoint}`, name);
}

/** How a difference of a part that both have is closed. */
export function suggestFix({ subject, name, before, after, use, part, path, endpoint }: Difference): string {
  const [, parameter = ''] = part.split('`');
  const isLast = endpoint.endsWith(`{${parameter}}`);
  const whole = part.includes(' body') || part.startsWith('resp') ? 'body' : part;
  const place = path.length === 0 ? whole : path.at(-1) === '[]' ? 'item' : 'property';
  const isStatus = subject === 'constraint' && name === 'status';
  const shown = isStatus ? `${name} ${String(before)}` : isLast ? `${name} at the end` : name;
  const what = subject === 'type' ? `${String(before)}>${String(after)}` : shown;
  return wordsFor(FIXES, `${use} ${subject} ${what} of ${place}`, String(name === 'maxSegments' ? parameter : before));
}

/** What a text matches, and the words for it, where `#` is a name or a value. The first one that matches counts. */
type Words = readonly (readonly [pattern: RegExp, words: string])[];

function wordsFor(words: Words, text: string, name: string): string {
  return words.find(([pattern]) => pattern.test(text))![1].replaceAll('#', name);
}

/** For kinds and names of parts that ours lacks. */
const PARTS: Words = [
  [/^body/, 'variables, or `@endpoint(body:)`'],
  [/^status 304 .*of GET /, '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
  [/^status 304/, 'none: only the response to a GET is validated'],
  [/^status (?:1|20[56]|3(?!0[12378]|XX))/, 'none: responses have no such status'],
  [/^status 2(?!0[0124]|XX).* beside /, 'none: `@status` has 200, 201, 202 and 204 alone'],
  [/^status 2/, '`@endpoint(status: #)`; `@status(values:)` where another is possible'],
  [/^status 3.* beside /, 'none: an endpoint either always redirects or never'],
  [/^status 3(?!03).* of (?!GET )/, '`@endpoint(status: 303, location:)`: a mutation has no other redirect'],
  [/^status 3/, '`@endpoint(status: #, location:)`'],
  [/^status (?:400|422)/, '`"errors": {"invalid": #}`, or `@error(status: #)`'],
  [/^status 401/, '`@endpoint(auth: REQUIRED)`'],
  [/^status 403/, '`@requiresScopes` in the schema, or `@error(status: #)`'],
  [/^status 412 .*of GET /, '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
  [/^status (?:412|428)/, '`@param(in: HEADER, name: "If-Match")`'],
  [/^status 429/, '`rateLimit`'],
  [/^status/, '`@error(status: #)`, or `errors.codes`'],
  [/^header \S*rate-?limit/i, '`"headers": {"RateLimit": ["#", …]}`, and `RATE_LIMIT` or `rateLimit`'],
  [/^header \S*(?:request|trace|correlation)-?id/i, '`"headers": {"X-Request-Id": "#"}`'],
  [/^header (?:etag|cache-control) /i, '`@endpoint(maxAge:)`, or `@header(name: "ETag")`'],
  [/^header location /i, '`@endpoint(location:)`'],
  [/^header link /i, '`@paginate`'],
  [/^header (?:deprecation|sunset) /i, '`@endpoint(deprecated:, sunset:)`'],
  [/^header www-authenticate /i, '`@endpoint(auth: REQUIRED)`'],
  [/^header access-control-/i, '`CORS_ORIGINS`'],
  [/^header .* that is reserved /, 'none: it is not for a document to set'],
  [/^header \S*(?:page|total|count|cursor)/i, '`"page": {"headers": {"#": "{…}"}}`, or `@header(name: "#")`'],
  [/^header/, '`@header(name: "#")` on a field, or `"headers": {"#": …}`'],
  [/^cookie/, 'none: cookies are no parameters'],
  [/ idempotency-?key$/i, '`idempotencyKey`'],
  [/ if-none-match$/i, '`@endpoint(maxAge:)`, or `@header(name: "ETag")`, on the GET'],
  [/ (?:if-(?:un)?modified-since|if-range|range)$/i, 'none: only entity tags are compared, and responses are whole'],
  [
    / (?:(?:per_?)?page_?(?:size|token|number)?|limit|offset|\$?skip|\$?top|cursor|after|before|max_?results|\w*ing_(?:after|before))$/i,
    '`page.parameters` and `page.styles`, with `@paginate` on the list',
  ],
  [/ \$?(?:fields|select)$/i, '`@fields`, and `fields`'],
  [/ \$?(?:expand|include|embed)$/i, '`@expand`, and `expand`'],
  [
    / (?:sort\w*|order|order_?by|ordering)$/i,
    'a variable with `@param(name:, values:)`; `ignore` where it has no effect',
  ],
  [/^/, 'a variable with `@param(name:)`; `ignore` where it has no effect'],
];

/** For uses and subjects of differences, what differs and where. */
const FIXES: Words = [
  [/ constraint status 20[56] /, 'none: responses have no such status'],
  [/ constraint status /, '`@endpoint(status: #)`; `@status(values:)` where both are possible'],
  [/^error mediaType/, '`errors.mediaType`, or `accepts`'],
  [/^error/, '`errors.body`'],
  [/ type array>.* body$/, '`"page": {"body": "{items}"}`, or `"envelope": null` with `@unwrap`'],
  [/ type .* body$/, '`page.body` of a list, or `body`'],
  [/ type object>/, '`@wrap(as:)`, or no `@unwrap`'],
  [/ type .*>object /, '`@unwrap`'],
  [/ type string>/, '`scalars`, or `@template(value: "{:string}")`'],
  [/ type /, '`scalars`, as `{"ID": {"type": "#"}}`'],
  [/ maxSegments at the end /, '`{+#}` as the last segment of the path'],
  [/ maxSegments /, 'none: only the last segment of a path takes slashes'],
  [
    / (?:default|\w+Bound) .*`(?:limit|per_?page|page_?size|max_?(?:results|page_?size)|\$?top)`/i,
    '`page.default`, `page.max`, `"over": "clamp"`; `@paginate(default:, max:)`',
  ],
  [
    / (?:default|\w+Bound) .*`(?:page(?:_?(?:no|number|index))?|offset|\$?skip)`/i,
    '`page.first`, with this style alone in `page.styles` or `@paginate(styles:)`; else the default of the variable',
  ],
  [/ enum .* parameter /, '`@param(values:)`, or `enums`'],
  [/^request enum/, '`enums`, or `@param(values:)`'],
  [/^response enum/, '`enums`'],
  [/^request .* additionalProperties /, '`"unknown": {"body": "ignore"}`'],
  [/ additionalProperties /, '`scalars`, with `"type": "any"`'],
  [/^request .* pattern /, '`@param(pattern:)`'],
  [/ pattern /, '`@template(value:)`; `scalars`, with `pattern`, of an ID or a custom scalar'],
  [/ format /, '`scalars`, with `format` and `upstream`'],
  [/^request null/, 'a variable that can be null, without `@nonNull`'],
  [/^response variant null/, 'a field in place of null'],
  [/^response null .* item$/, '`@nonNull(levels: [1])`, or `nonNull` with `[]`'],
  [/^response null/, '`@nonNull`, or `nonNull`'],
  [/^request (?:required|parameter|body|property)/, 'a default for the variable, or a `lookup` that finds its value'],
  [/^response required/, 'the field without `@include`, `@skip` and type condition; `"nulls": "keep"`'],
  [/^response \w+ maxLength /, '`scalars`, with `maxLength`, of an ID or a custom scalar; none of a String'],
  [
    /^response \w+ (?:min|max)imum /,
    '`scalars`, with `minimum` and `maximum`, of an ID or a custom scalar; none of an Int or a Float',
  ],
  [/^request \w+Bound \w+Properties /, 'none: the number of properties has no bounds'],
  [/^request \w+Bound/, '`@param(min:, max:, minLength:, maxLength:, minItems:, maxItems:)`'],
  [/^request variant/, '`scalars`, or `@param(values:)`'],
  [/^response variant/, '`... on Type @error` for a type of a union; else `scalars`'],
  [/ default /, 'the default of the variable'],
  [/^request mediaType/, '`consumes`'],
  [/ stream/, '`@endpoint(stream: true)`'],
  [/ mediaType/, '`produces`, or `accepts`'],
  [/^request serialization/, 'none: lists are read with commas, or from repeated parameters'],
  [/^/, 'none: no word has an effect on it'],
];

function suggestParameter({ part, others }: Missing): string {
  const [place, name] = part.split(/ parameter `|`$/) as [string, string];
  const near = others.find((other) => normalize(other.split('`')[1]!) === normalize(name));
  if (near?.startsWith(place)) return `\`@param(name: "${name}")\` in place of the ${near}, or \`case\``;
  if (near) return `\`@param(in: ${place.toUpperCase()})\` in place of the ${near}`;
  const words = wordsFor(PARTS, `${place === 'cookie' ? place : 'parameter'} ${name}`, name);
  return place === 'header' ? words.replace('@param(', '@param(in: HEADER, ') : words;
}

function suggestInput({ name, others }: Missing): string {
  const near = others.find((other) => normalize(other) === normalize(name));
  if (near) return `\`@param(name: "${name}")\` in place of \`${near}\`, or \`case\` or \`names\``;
  return wordsFor(PARTS, '', name);
}

function suggestPlaceholder({ name, variants = [] }: Missing): string {
  if (variants.some(({ type }) => type === 'array')) return '`page.body`, with `"{list}": "{items}"`';
  const found = isScalar(variants) && PAGE_PLACEHOLDERS.find((each) => normalize(each) === normalize(name));
  return found ? `\`"${name}": "{${found}}"\` in \`page.body\`` : '`page.body`';
}

function suggestField(
  { name, variants = [], isWrapper, others }: Missing,
  source: Exclude<Source, 'page.body'>,
): string {
  const wire = normalize(name);
  const near = others.find((other) => normalize(other) === wire);
  if (near) return `\`@name(as: "${name}")\` on \`${near}\`, or \`case\` or \`names\``;
  const values = variants.flatMap(({ type, schema }) => (type === 'null' ? [null] : (schema['enum'] ?? [undefined])));
  const [value] = values;
  const constant = values.length === 1 && value !== undefined && writeJson(value);
  const template = `\`__typename @template(value: ${constant}) @name(as: "${name}")\``;
  if (value === null && constant) return template;
  const inner = Object.keys(asObject(variants[0]?.schema['properties'])).map(normalize);
  if (isWrapper && others.some((other) => inner.includes(normalize(other)))) {
    return '`@endpoint(unwrap: false)`, or `body`';
  }
  const fields = [...source.keys()];
  const alike = fields.filter((each) => isAlike(source.get(each), variants));
  const exact = (variants.length === 0 ? fields : alike).find((each) => normalize(each) === wire);
  const inside = fields.find((each) => normalize(each) === wire && isObjectField(source.get(each)));
  if (exact === undefined && inside !== undefined && isScalar(variants)) return `\`${inside} @unwrap { … }\``;
  const [spread] = [...source].flatMap(([object, own]) => {
    const found = isObjectField(own) && own.find((each) => normalize(`${object}${each}`) === wire);
    return !found ? [] : [`\`${object} @spread { ${name}: ${found} }\``];
  });
  if (exact === undefined && spread !== undefined && isScalar(variants)) return spread;
  const field = exact ?? nearestField(wire, alike);
  if (field !== undefined) return `\`${field}${normalize(field) === wire ? '' : ` @name(as: "${name}")`}\``;
  if (constant) return template;
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

const isObjectField = (field: SourceField): field is readonly string[] => field !== undefined && field !== 'list';

/** Whether a field can be what is published: a list, or a connection of one, an object or a scalar. */
function isAlike(field: SourceField, variants: Missing['variants'] = []): boolean {
  const types = variants.map(({ type }) => type).filter((type) => type !== 'null');
  if (types.includes(undefined)) return true;
  if (field === 'list') return types.includes('array');
  if (field === undefined) return types.length === 0 || types.some((type) => type !== 'object' && type !== 'array');
  return (
    types.includes('object') || (types.includes('array') && ['nodes', 'edges'].some((each) => field.includes(each)))
  );
}

const isScalar = (variants: Missing['variants'] = []) =>
  variants.every(({ type }) => type !== undefined && type !== 'object' && type !== 'array');

const normalize = (name: string) => name.replaceAll(/(?!^[+-])[^a-zA-Z0-9]/g, '').toLowerCase();
