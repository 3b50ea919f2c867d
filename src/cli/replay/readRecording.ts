// Recorded requests: a HAR 1.2 file, or JSON Lines. Credentials are left out, and so is what belongs to the connection, the server or the
// responses of that time.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as z from 'zod';
import { isToken } from '../../gateway/protocol/fieldSyntax.ts';
import { UsageError } from '../../project/UsageError.ts';
import { readNamed } from '../../project/readSources.ts';
import type { BaseUrl } from './BaseUrl.ts';

export interface RecordedRequest {
  method: string;
  /** Below the base URL, with the query. */
  path: string;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface Recording {
  requests: RecordedRequest[];
  /** The requests of a HAR that are not below the base URL, and those without the body that they had. */
  outside: number;
  bodiless: number;
  /** The headers and query parameters that are left out because they are credentials. */
  credentials: Set<string>;
}

const CREDENTIAL_HEADER =
  /(?:^|-)(?:apikey|auth|authentication|authorization|cookie2?|jwt|password|secret|session|token|(?:access|api|subscription)-key)(?:-|$)/;

/** Not any `token`, as that of a page. */
const CREDENTIAL_PARAMETER =
  /(?<=[?&])(?:(?:access|auth|id|refresh)_token|(?:x-)?api[-_]?key|client_secret|jwt|password)(?:=[^&]*)?(?:&|$)/gi;

/** Those of one connection, or of a body as it was sent. */
export const CONNECTION_HEADER =
  /^(?:accept-encoding|connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** The validators are those of the old implementation. */
const RECORDED_HEADER = /^(?:host|if-modified-since|if-none-match)$/;

/** Headers that can be sent. See RFC 9110, section 5.5. */
export const HEADERS = z
  .record(z.string(), z.string())
  .refine(
    (headers) =>
      Object.entries(headers).every(([name, value]) => isToken(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)),
    'has a name or a value that cannot be sent',
  );

const REQUEST = z.object({
  method: z.string().regex(/^(?!connect$)[a-z-]+$/i, 'must be a method such as "GET"'),
  path: z.string().regex(/^\/[!-"$-~]*$/, 'must begin with "/" and be percent-encoded, without a fragment'),
  headers: HEADERS.default({}),
  body: z
    .union([z.string(), z.looseObject({}), z.array(z.unknown())])
    .nullable()
    .default(null),
});

const HAR_ENTRY = z.object({
  request: z.object({
    method: z.string(),
    url: z.url(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    bodySize: z.number().default(0),
    postData: z.object({ text: z.string().default(''), params: z.array(z.unknown()).default([]) }).nullish(),
  }),
});

const HAR = z.object({ log: z.object({ entries: z.array(HAR_ENTRY) }) });

/** Reads a recording of the API at the base URL. Throws a UsageError with the line, or the entry of a HAR. */
export function readRecording(file: string, base: BaseUrl): Recording {
  const named = { path: path.resolve(file), by: '--requests' };
  const text = readNamed(named, 'file', () => readFileSync(named.path, 'utf8')).replace(/^\uFEFF/, '');
  const recording: Recording = { requests: [], outside: 0, bodiless: 0, credentials: new Set() };
  const add = (place: string, recorded: unknown, line = '') => {
    const { method, path: target, headers, body } = validate(REQUEST, place, recorded);
    const isJson = body !== null && typeof body === 'object';
    recording.requests.push({
      method: method.toUpperCase(),
      path: withoutCredentials(base.below(target) ?? target, recording),
      headers: headersToSend({ ...(isJson && { 'content-type': 'application/json' }), ...headers }, recording),
      ...(body !== null && { body: isJson ? bodyIn(line) : body }),
    });
  };
  if (!/^\s*\{\s*"log"\s*:/.test(text)) {
    for (const [index, line] of text.split('\n').entries()) {
      const place = `${file}:${index + 1}`;
      if (line.trim() !== '') add(place, parseJson(line, place), line);
    }
    return recording;
  }
  for (const [index, { request }] of validate(HAR, file, parseJson(text, file)).log.entries.entries()) {
    const { method, url, headers, bodySize, postData } = request;
    const { origin, pathname, search } = new URL(url);
    const { text: body, params } = postData ?? { text: '', params: [] };
    if (origin !== base.origin || base.below(pathname) === undefined) recording.outside++;
    else if (body === '' && (bodySize > 0 || params.length > 0)) recording.bodiless++;
    else {
      // HTTP/2 has others, such as `:path`.
      const fields = headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value]);
      const recorded = { method, path: pathname + search, headers: Object.fromEntries(fields), body: body || null };
      add(`${file}: log.entries.${index}`, recorded);
    }
  }
  return recording;
}

/** A value as it is written: JSON.parse loses digits of large numbers. */
function bodyIn(line: string): string {
  const { offset, length } = findNodeAtLocation(parseTree(line)!, ['body'])!;
  return line.slice(offset, offset + length);
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--requests: ${place} is not JSON: ${(error as Error).message}.`);
  }
}

function validate<Value>(schema: z.ZodType<Value>, place: string, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  if (!error) return data!;
  const { path: steps, message } = error.issues[0]!;
  throw new UsageError(`--requests: ${place}: ${[steps.join('.'), message].filter(Boolean).join(': ')}.`);
}

function headersToSend(headers: Readonly<Record<string, string>>, { credentials }: Recording): Record<string, string> {
  const sent: Record<string, string> = {};
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  // Connection names further ones. See RFC 9110, section 7.6.1.
  const hops = fields.flatMap(([name, value]) => (name === 'connection' ? value.toLowerCase().split(/[\s,]+/) : []));
  for (const [name, value] of fields) {
    if (CREDENTIAL_HEADER.test(name)) credentials.add(name);
    else if (!CONNECTION_HEADER.test(name) && !RECORDED_HEADER.test(name) && !hops.includes(name)) sent[name] = value;
  }
  return sent;
}

function withoutCredentials(target: string, { credentials }: Recording): string {
  const sent = target.replaceAll(CREDENTIAL_PARAMETER, (parameter) => {
    credentials.add(parameter.replace(/[=&].*/, ''));
    return '';
  });
  return sent === target ? target : sent.replace(/[?&]$/, '');
}
