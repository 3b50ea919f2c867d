// Requests from an OpenAPI document: values of every kind for every parameter, header and body of every operation.
import fc from 'fast-check';
import { body as anyBody } from '../../promises/support/anyBody.ts';
import type { AnyRequest } from '../../promises/support/anyRequest.ts';
import { mostly, numeral, seldom, text } from '../../promises/support/anyText.ts';
import { ALL_SCOPES } from '../../promises/support/signToken.ts';
import { anySchemaValue, type Schema } from './anySchemaValue.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

/** The part of an OpenAPI document that says what requests look like. */
export interface RequestDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters?: Readonly<Record<string, Parameter>>;
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

const quality = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1', ';q=2', ';q=x', ';charset=utf-8', ';q=0.0001');
const mediaTypes = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'application/json',
        'application/problem+json',
        'application/vnd.portico.v1+json',
        'application/vnd.portico.v2+json',
        'application/vnd.portico.v3+json',
        'application/merge-patch+json',
        'application/*',
        'text/html',
        '*/*',
        '*',
      ),
      quality,
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((types) => types.map((parts) => parts.join('')).join(', '));

const tags = fc.oneof(
  fc.constantFrom(
    '*',
    '"1"',
    '"2"',
    'W/"1"',
    '"1", "2"',
    '""',
    '"',
    'x',
    '*, "1"',
    '"\u00ff"',
    `"${'x'.repeat(2_000)}"`,
  ),
  fc.nat(20).map((version) => `"${version}"`),
  text,
);

/** Headers that HTTP gives a meaning, whether or not the operation does. The bodies of responses are read uncompressed. */
const COMMON: Readonly<Record<string, fc.Arbitrary<string>>> = {
  accept: mediaTypes,
  'accept-encoding': fc.constantFrom('identity', 'gzip;q=0', '*;q=0', 'x', ';', ''),
  'if-match': tags,
  'if-none-match': tags,
  'if-modified-since': fc.constantFrom('Sun, 06 Nov 1994 08:49:37 GMT', 'yesterday', ''),
  'idempotency-key': fc.oneof(fc.constantFrom('"a"', 'a', '', '"', '"a" ;b=1', 'x'.repeat(300)), fc.uuid(), text),
  range: fc.constantFrom('bytes=0-0', 'bytes=9-0', 'items=0-5'),
  origin: fc.constantFrom('https://example.com', 'null', 'x'),
  traceparent: fc.constantFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00', 'x'),
  'content-encoding': fc.constantFrom('gzip', 'identity', 'br, gzip', ''),
  'x-forwarded-for': fc.constantFrom('127.0.0.1', 'x', '::1, 10.0.0.1'),
  'x-http-method-override': fc.constantFrom('DELETE', 'x'),
  cookie: text,
  'x-request-id': text,
};

/** Requests for the operations of a document whose paths have this prefix; the parameters are mostly documented ones. */
export function anyDocumentedRequest(document: RequestDocument, prefix: string): fc.Arbitrary<AnyRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => anyOperation(document, `${prefix}${path}`, method, operation)),
  );
  return fc.oneof(...operations);
}

function anyOperation(
  { components }: RequestDocument,
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<AnyRequest> {
  const resolved = parameters.map((each) =>
    each.$ref === undefined ? each : components.parameters![each.$ref.split('/').at(-1)!]!,
  );
  const valueOf = ({ schema }: Parameter) =>
    mostly(anySchemaValue(schema, components.schemas).map(toText), numeral, 20);
  const named = (place: string) => resolved.filter((each) => each.in === place);
  const segments = named('path').map((each) => fc.tuple(fc.constant(`{${each.name}}`), valueOf(each)));
  // Twice in twenty: each parameter may also be given again.
  const query = fc.tuple(
    ...named('query').flatMap((each) => {
      const pair = valueOf(each).map((value) => [each.name, value] as const);
      const optional = each.required ? mostly(pair, fc.constant(null), 19) : fc.option(pair, { freq: 1 });
      return [optional, seldom(pair)];
    }),
    seldom(fc.tuple(text, text)),
  );
  const headers = fc.record({
    ...Object.fromEntries(
      named('header').map((each) => [each.name.toLowerCase(), fc.option(valueOf(each), { freq: 1 })]),
    ),
    ...Object.fromEntries(Object.entries(COMMON).map(([name, value]) => [name, mostly(fc.constant(null), value, 9)])),
    'content-type': mostly(fc.constant(requestBody && 'application/json'), fc.option(mediaTypes), 12),
  });
  const schema = requestBody && Object.values(requestBody.content)[0]!.schema;
  const documented = schema && anySchemaValue(schema, components.schemas).map((value) => JSON.stringify(value));
  const body = documented ? mostly(documented, anyBody, 9) : mostly(fc.constant(undefined), anyBody, 12);
  return fc
    .record({
      method: mostly(fc.constant(method.toUpperCase()), fc.constantFrom(...METHODS), 19),
      segments: fc.tuple(...segments),
      query,
      headers,
      body,
      scope: mostly(fc.constant<string | null>(ALL_SCOPES), fc.constantFrom(null, '', 'users:read'), 19),
    })
    .map((parts) => ({
      method: parts.method,
      path: targetOf(path, parts.segments, parts.query),
      headers: headersOf(parts.headers),
      body: parts.body,
      scope: parts.scope,
    }));
}

/** A value as a parameter has it: lists with commas, anything else as text. */
function toText(value: unknown): string {
  return Array.isArray(value) ? value.map(toText).join() : typeof value === 'string' ? value : JSON.stringify(value);
}

function targetOf(
  path: string,
  segments: readonly (readonly [string, string])[],
  query: readonly (readonly [string, string] | null)[],
): string {
  const filled = segments.reduce((filling, [place, value]) => filling.replace(place, () => encode(value)), path);
  const pairs = query.filter((pair) => pair !== null).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

/** What a client can send: a byte for each character, and no control characters. */
function headersOf(headers: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  const given = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll(/[^\t -~\u0080-\u00ff]/g, '')]));
}

/** Lone surrogates become U+FFFD, as `Buffer` has it. */
function encode(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString());
}
