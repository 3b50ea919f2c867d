// Recorded requests: a HAR 1.2 file, or JSON Lines. Credentials are left out, and so is every header that is not known to be none.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as z from 'zod';
import { isFieldValue, isToken } from '../../gateway/http/fieldSyntax.ts';
import { decodeQuery, splitTarget } from '../../gateway/http/urls.ts';
import { UsageError } from '../../project/UsageError.ts';
import { readLines } from '../../project/readLines.ts';
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

/** Why a request of a HAR cannot be sent. */
export interface SkippedRequest {
  skipped: string;
}

/** What a client wants, and what its body is. No credential has these names; another header may be one, or change the method. */
const SENT_HEADER = /^(?:accept|accept-language|content-language|content-type|idempotency-key|prefer|range)$/;

/** The end of a name in lower case without punctuation. A token of a page is no credential. */
const CREDENTIAL_PARAMETER =
  /(?:(?:access|api|auth|private|secret|subscription)key|auth|authorization|credentials?|jwt|passphrase|passw(?:or)?d|secret|session(?:id)?|sessid|signature|(?<!page|next|sync|continuation)token)$|^(?:key|sid|sig)$/;

/** Those of one connection, or of a body as it was sent. */
export const CONNECTION_HEADER =
  /^(?:accept-encoding|connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** Headers that can be sent. */
export const HEADERS = z
  .record(z.string(), z.string())
  .refine(
    (headers) => Object.entries(headers).every(([name, value]) => isToken(name) && isFieldValue(value)),
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

/** Bytes at the beginning of a file that say what it is. */
const HEAD_BYTES = 1024;

/** A recording of the API at the base URL. */
export class Recording {
  /** The names of headers and of query parameters that were left out so far: the headers may be credentials, the parameters are. */
  readonly headers = new Set<string>();
  readonly parameters = new Set<string>();
  readonly #file: string;
  readonly #base: BaseUrl;
  readonly #credentials: readonly string[];
  /** Those of a HAR. */
  readonly #entries: readonly z.infer<typeof HAR_ENTRY>[] | undefined;

  /** `credentials` are query parameters besides those with a usual name. Throws a UsageError where there is no such file. */
  constructor(file: string, base: BaseUrl, credentials: readonly string[]) {
    this.#file = file;
    this.#base = base;
    this.#credentials = credentials;
    const named = { path: path.resolve(file), by: '--requests' };
    if (!/^\s*\{\s*"log"\s*:/.test(readNamed(named, 'file', () => readHead(named.path)))) return;
    const text = readNamed(named, 'file', () => readFileSync(named.path, 'utf8'));
    this.#entries = validate(HAR, file, parseJson(text.trim(), file)).log.entries;
  }

  /** Reads the requests, each time anew. Throws a UsageError with the line, or the entry of a HAR. */
  async *read(): AsyncGenerator<RecordedRequest | SkippedRequest> {
    if (this.#entries) return yield* this.#entries.map((entry, index) => this.#readEntry(entry, index));
    let number = 0;
    for await (const line of readLines(this.#file, '--requests')) {
      const place = `${this.#file}:${++number}`;
      // A byte order mark is trimmed, too.
      const text = line.trim();
      if (text !== '') yield this.#toSend(place, parseJson(text, place), text);
    }
  }

  #readEntry({ request }: z.infer<typeof HAR_ENTRY>, index: number): RecordedRequest | SkippedRequest {
    const { method, url, headers, bodySize, postData } = request;
    const { origin, pathname, search } = new URL(url);
    const { text: body, params } = postData ?? { text: '', params: [] };
    const isBelow = origin === this.#base.origin && this.#base.below(pathname) !== undefined;
    if (!isBelow) return { skipped: `not below ${this.#base.href}` };
    if (body === '' && (bodySize > 0 || params.length > 0)) return { skipped: 'recorded without its body' };
    // HTTP/2 has others, such as `:path`.
    const fields = headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value]);
    const recorded = { method, path: pathname + search, headers: Object.fromEntries(fields), body: body || null };
    return this.#toSend(`${this.#file}: log.entries.${index}`, recorded);
  }

  #toSend(place: string, recorded: unknown, line = ''): RecordedRequest {
    const { method, path: target, headers, body } = validate(REQUEST, place, recorded);
    const isJson = body !== null && typeof body === 'object';
    return {
      method: method.toUpperCase(),
      path: this.#withoutCredentials(this.#base.below(target) ?? target),
      headers: this.#headersToSend({ ...(isJson && { 'content-type': 'application/json' }), ...headers }),
      ...(body !== null && { body: isJson ? bodyIn(line) : body }),
    };
  }

  #headersToSend(headers: Readonly<Record<string, string>>): Record<string, string> {
    const sent: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      const lower = name.toLowerCase();
      if (SENT_HEADER.test(lower)) sent[lower] = value;
      else if (lower !== 'host' && !CONNECTION_HEADER.test(lower)) this.headers.add(lower);
    }
    return sent;
  }

  #withoutCredentials(target: string): string {
    const { path: before, query } = splitTarget(target);
    const sent = query.replaceAll(/([^&;=]*)(?:=[^&;]*)?(?:[&;]|$)/g, (parameter, encoded: string) => {
      const name = decodeQuery(encoded) ?? encoded;
      const isCredential =
        this.#credentials.includes(name) || CREDENTIAL_PARAMETER.test(name.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
      if (isCredential) this.parameters.add(name);
      return isCredential ? '' : parameter;
    });
    return sent === query ? target : `${before}?${sent}`.replace(/[?&;]$/, '');
  }
}

/** The beginning of a file that can be read more than once. */
function readHead(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    if (fstatSync(descriptor).isFIFO()) throw new Error('It is a pipe and must be a file');
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString('utf8', 0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
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
