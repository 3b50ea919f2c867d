import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Revision } from './Break.ts';
import { CONTRACTS, SCHEMA, isOpenApi } from './contractFiles.ts';
import { git, readBlobs } from './git.ts';
import { OpenApiReader, asObject } from './openapi/OpenApiReader.ts';

/**
 * The contracts in a folder, or in `contracts` below it; `against` names the folder for people. Throws a BaselineError where
 * there are none, and where one is not valid.
 */
export function readFolder(folder: string, against: string): Revision[] {
  const places = [folder, path.join(folder, CONTRACTS)];
  const found = places.map((place) => readContracts(place, against)).find((revisions) => revisions.length > 0);
  if (found) return found;
  throw new BaselineError(
    `The folder ${against} has no contracts: neither openapi.v1.json nor another openapi.*.json, nor the folder ${CONTRACTS} with them.`,
  );
}

function readContracts(folder: string, against: string): Revision[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => isOpenApi(`${CONTRACTS}/${name}`));
  const schema = existsSync(path.join(folder, path.basename(SCHEMA))) ? [path.basename(SCHEMA)] : [];
  if (names.length === 0) return [];
  return [...names, ...schema].map((name) => {
    const place = path.join(folder, name);
    const text = readFileSync(place, 'utf8');
    if (name.endsWith('.json')) parseDocument(text, place);
    return { file: `${CONTRACTS}/${name}`, text, since: { against } };
  });
}

/**
 * The contracts of a branch, a tag or a commit, below the same folder of the repository. Undefined where it does not exist;
 * throws a BaselineError outside of a repository, where it has no contracts, and where one is not valid.
 */
export function readCommit(root: string, ref: string): Revision[] | undefined {
  if (read(root, ['rev-parse', '--git-dir']) === undefined) {
    throw new BaselineError(
      `The branch, tag or commit ${ref} cannot be read: ${root} is not in a git repository, or git is not installed. For a folder, write ./${ref}.`,
    );
  }
  const commit = read(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])?.trim();
  if (commit === undefined) return undefined;
  const entries = git(root, ['ls-tree', '-z', commit, `${CONTRACTS}/`])
    .toString()
    .split('\0');
  const files = entries.flatMap((entry) => {
    const [, blob, file] = /^\d+ blob (\w+)\t(.+)$/s.exec(entry) ?? [];
    return blob !== undefined && file !== undefined && (isOpenApi(file) || file === SCHEMA) ? [{ blob, file }] : [];
  });
  if (!files.some(({ file }) => isOpenApi(file))) {
    throw new BaselineError(`${ref} has no contracts in ${describeFolder(root)}.`);
  }
  const texts = readBlobs(
    root,
    files.map(({ blob }) => blob),
  );
  return files.map(({ file }, index) => {
    const text = texts[index]!;
    if (isOpenApi(file)) parseDocument(text, `${ref}:${file}`);
    return { file, text, since: { against: ref } };
  });
}

function read(root: string, args: readonly string[]): string | undefined {
  try {
    return git(root, args).toString();
  } catch {
    return undefined;
  }
}

/** The folder of the contracts, as paths in the repository are written. */
function describeFolder(root: string): string {
  return path.posix.join(git(root, ['rev-parse', '--show-prefix']).toString().trim(), CONTRACTS);
}

// The contracts of a running server, or of a folder of contract files that is served. The first are /v1/openapi.json, …, the
// others openapi.v1.json, …; both have openapi.json.

const TIMEOUT_MS = 10_000;

/** Of all documents together. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The highest version that is looked for: each is a request or two. */
const MAX_VERSION = 1000;

/** Versions of the server above the highest of the API. A server that has a document at every path would be read forever. */
const MAX_NEWER_VERSIONS = 100;

/** Where the contracts are. */
interface ServerOptions {
  /** The base URL, or the URL of the folder. */
  url: URL;
  /** The highest version to expect: versions are read until one above it does not exist. */
  highest: number;
  timeoutMs?: number;
  maxBytes?: number;
}

interface ReadLimits {
  timeoutMs: number;
  maxBytes: number;
}

/** The OpenAPI documents. Throws a BaselineError where there are none, and where one cannot be read. */
export async function readServer({
  url,
  highest,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
}: ServerOptions): Promise<Revision[]> {
  const base = url.href.replace(/[?#].*$/, '').replace(/\/*$/, '');
  if (highest > MAX_VERSION) {
    throw new BaselineError(
      `${base} cannot be read: the API has version ${highest}, and only versions up to ${MAX_VERSION} are looked for at a URL. Compare with a folder, a branch, a tag or a commit.`,
    );
  }
  let bytes = 0;
  const read = async (path: string) => {
    const text = await fetchDocument(`${base}/${path}`, { timeoutMs, maxBytes: maxBytes - bytes });
    bytes += Buffer.byteLength(text ?? '');
    return text;
  };
  const texts = new Map<string, string>();
  for (let version = 1; ; version++) {
    if (version > highest + MAX_NEWER_VERSIONS) {
      throw new BaselineError(
        `${base} has more than ${MAX_NEWER_VERSIONS} versions above ${highest}, the highest of the API. Expected 404 for versions that do not exist.`,
      );
    }
    const text = (await read(`v${version}/openapi.json`)) ?? (await read(`openapi.v${version}.json`));
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
async function fetchDocument(place: string, { timeoutMs, maxBytes }: ReadLimits): Promise<string | undefined> {
  let status: number;
  let text: string | undefined;
  try {
    const response = await fetch(place, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    if (status === 200) text = await readText(response, maxBytes);
    else await response.body?.cancel();
  } catch (error) {
    throw new BaselineError(`${place} cannot be read: ${reasonOf(error as Error, timeoutMs)}.`);
  }
  if (status === 404 || status === 410) return undefined;
  if (text === undefined) {
    throw new BaselineError(`${place} cannot be read: the status is ${status}, expected 200 or 404.`);
  }
  parseDocument(text, place);
  return text;
}

/** Leaving the loop closes the connection. */
async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the documents are larger than ${MAX_BYTES} bytes together`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** `fetch failed` has its reason in the cause, which has one for each address of the host. */
function reasonOf({ name, message, cause }: Error, timeoutMs: number): string {
  if (name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  const inner = (cause instanceof AggregateError ? cause.errors[0] : cause) as NodeJS.ErrnoException | undefined;
  const reason = inner?.message || inner?.code || message;
  return inner?.code === 'ECONNREFUSED' ? `nothing listens there (${reason})` : reason;
}

/** The contracts that `--against` names cannot be read; the message says why. */
export class BaselineError extends Error {}

/** Throws a BaselineError where a text is not an OpenAPI document, or has a cycle of references; `place` is the file or the URL for people. */
function parseDocument(text: string, place: string): void {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new BaselineError(`${place} is not JSON: ${(error as Error).message}.`);
  }
  if (typeof asObject(document)['openapi'] !== 'string')
    throw new BaselineError(`${place} is not an OpenAPI document.`);
  const cycle = findReferenceCycle(document);
  if (cycle !== undefined) throw new BaselineError(`${place} is not valid: the reference ${cycle} refers to itself.`);
}

/** A reference of an OpenAPI document that refers only to itself, at once or through others; undefined where there is none. */
function findReferenceCycle(document: unknown): string | undefined {
  const reader = new OpenApiReader(asObject(document));
  const nodes: unknown[] = [document];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const { $ref, ...own } = asObject(node);
    if (typeof $ref === 'string' && isCycle($ref, reader)) return $ref;
    nodes.push(...Object.values(own).filter((each) => typeof each === 'object' && each !== null));
    if (typeof $ref === 'object' && $ref !== null) nodes.push($ref);
  }
  return undefined;
}

function isCycle(reference: string, reader: OpenApiReader): boolean {
  const followed = new Set<string>();
  for (let $ref: unknown = reference; typeof $ref === 'string'; { $ref } = asObject(reader.targetOf($ref))) {
    if (followed.has($ref)) return true;
    followed.add($ref);
  }
  return false;
}
