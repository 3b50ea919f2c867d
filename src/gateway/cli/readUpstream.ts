// The upstream of a façade, from the command line. Refuses what could not be sent, by the name of its option; the value of
// a header is never repeated, for it may be a secret.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Upstream } from '../execution/remote/Upstream.ts';
import { ArgumentError } from './ArgumentError.ts';

/** Headers that belong to one connection or to one body, and so cannot be those of another request. */
const OF_A_MESSAGE = new Set([
  'accept',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

/** Reads `--upstream`, `--header` and `--forward-header`. */
export function readUpstream(
  url: string,
  headers: readonly string[] = [],
  forwarded: readonly string[] = [],
): Upstream {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ArgumentError('--upstream must be a URL of http or https, such as http://localhost:4100/graphql.');
  }
  const parsed = new URL(url);
  // fetch takes none, and they would end up in logs.
  if (parsed.username || parsed.password) {
    throw new ArgumentError('--upstream cannot hold credentials. Send them with --header "Authorization: …".');
  }
  return {
    url: parsed,
    headers: Object.fromEntries(headers.map(readHeader)),
    forwarded: forwarded.map((name) => readName('--forward-header', name)),
  };
}

function readHeader(header: string): [name: string, value: string] {
  const [, name, value = ''] = /^([^:]+):(.*)$/s.exec(header) ?? [];
  if (name === undefined) throw new ArgumentError('--header must be written as "Name: value".');
  const read = readName('--header', name);
  try {
    validateHeaderValue(read, value.trim());
  } catch {
    throw new ArgumentError(`--header: the value of ${read} has characters that no header can hold.`);
  }
  return [read, value.trim()];
}

function readName(option: string, name: string): string {
  try {
    validateHeaderName(name);
  } catch {
    throw new ArgumentError(`${option}: "${name}" is not the name of a header.`);
  }
  const lower = name.toLowerCase();
  if (OF_A_MESSAGE.has(lower)) throw new ArgumentError(`${option}: ${lower} is set for each request to the upstream.`);
  return lower;
}
