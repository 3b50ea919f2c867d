// The contracts of a running server, or of a folder of contract files that is served. The first are /v1/openapi.json, …, the
// others openapi.v1.json, …; both have openapi.json.
import type { Revision } from '../Break.ts';
import { CONTRACTS } from '../contractFiles.ts';
import { BaselineError } from './BaselineError.ts';
import { parseDocument } from './parseDocument.ts';

const TIMEOUT_MS = 10_000;

/** Where the contracts are. */
export interface ServerOptions {
  /** The base URL, or the URL of the folder. */
  url: URL;
  /** The highest version to expect: versions are read until one above it does not exist. */
  highest: number;
  timeoutMs?: number;
}

/** The OpenAPI documents. Throws a BaselineError where there are none, and where one cannot be read. */
export async function readServer({ url, highest, timeoutMs = TIMEOUT_MS }: ServerOptions): Promise<Revision[]> {
  const base = url.href.replace(/[?#].*$/, '').replace(/\/*$/, '');
  const read = (path: string) => fetchDocument(`${base}/${path}`, timeoutMs);
  const texts = new Map<string, string>();
  for (let version = 1; ; version++) {
    const text = (await read(`v${version}/openapi.json`)) ?? (await read(`openapi.v${version}.json`));
    // A server that has it at every path would be read forever.
    if (text !== undefined && text === texts.get(`openapi.v${version - 1}.json`)) {
      throw new BaselineError(
        `${base} has the same document for the versions ${version - 1} and ${version}. Expected one for each version, and 404 for others.`,
      );
    }
    if (text !== undefined) texts.set(`openapi.v${version}.json`, text);
    else if (version > highest) break;
  }
  const unversioned = await read('openapi.json');
  if (unversioned !== undefined) texts.set('openapi.json', unversioned);
  if (texts.size > 0) {
    return [...texts].map(([name, text]) => ({ file: `${CONTRACTS}/${name}`, text, since: { against: base } }));
  }
  throw new BaselineError(
    `${base} has no contracts: ${base}/v1/openapi.json, ${base}/openapi.v1.json and ${base}/openapi.json are 404. Expected the base URL of a server, or of a folder with contract files.`,
  );
}

/** Undefined where there is none. */
async function fetchDocument(place: string, timeoutMs: number): Promise<string | undefined> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(place, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new BaselineError(`${place} cannot be read: ${reasonOf(error as Error, timeoutMs)}.`);
  }
  if (status === 404 || status === 410) return undefined;
  if (status !== 200) throw new BaselineError(`${place} cannot be read: the status is ${status}, expected 200 or 404.`);
  parseDocument(text, place);
  return text;
}

/** `fetch failed` has its reason in the cause. */
function reasonOf({ name, message, cause }: Error, timeoutMs: number): string {
  if (name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? inner ?? message;
}
