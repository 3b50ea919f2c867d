// The contracts that `--against` names, to compare with: those of a folder, of a commit, or of a server.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Revision } from './Break.ts';
import { CONTRACTS, SCHEMA, isOpenApi } from './contractFiles.ts';
import { git, readBlobs, tryGit } from './git.ts';
import { OpenApiReader, asObject } from './openapi/OpenApiReader.ts';

/** The contracts that `--against` names cannot be read; the message says why. */
export class BaselineError extends Error {}

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

/**
 * The contracts of a branch, a tag or a commit, below the same folder of the repository. Undefined where it does not exist;
 * throws a BaselineError outside of a repository, where it has no contracts, and where one is not valid.
 */
export function readCommit(root: string, ref: string): Revision[] | undefined {
  if (tryGit(root, 'rev-parse', '--git-dir') === undefined) {
    throw new BaselineError(
      `The branch, tag or commit ${ref} cannot be read: ${root} is not in a git repository, or git is not installed. For a folder, write ./${ref}.`,
    );
  }
  const commit = tryGit(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)?.trim();
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

const TIMEOUT_MS = 10_000;

/** The highest version that is looked for at a URL: each is a request or two, and some servers have a document at every path. */
const MAX_VERSION = 200;

interface ServerOptions {
  /** The base URL of a server, or the URL of a folder. */
  url: URL;
  /** The highest version to expect: versions are read until one above it does not exist. */
  highest: number;
  timeoutMs?: number;
}

/**
 * The contracts of a running server, at /v1/openapi.json, …, or of a folder of contract files that is served, as openapi.v1.json, …; both
 * have openapi.json. Throws a BaselineError where there are none, and where one cannot be read.
 */
export async function readServer({ url, highest, timeoutMs = TIMEOUT_MS }: ServerOptions): Promise<Revision[]> {
  const base = url.href.replace(/[?#].*$/, '').replace(/\/*$/, '');
  const fetchBelow = (name: string) => fetchDocument(`${base}/${name}`, timeoutMs);
  const texts = new Map<string, string>();
  for (let version = 1; ; version++) {
    if (Math.max(version, highest) > MAX_VERSION) {
      throw new BaselineError(
        `${base} cannot be read: only versions up to ${MAX_VERSION} are looked for at a URL. Compare with a folder, a branch, a tag or a commit.`,
      );
    }
    const name = `openapi.v${version}.json`;
    const text = (await fetchBelow(`v${version}/openapi.json`)) ?? (await fetchBelow(name));
    if (text !== undefined) texts.set(name, text);
    else if (version > highest) break;
  }
  const unversioned = await fetchBelow('openapi.json');
  if (unversioned !== undefined) texts.set('openapi.json', unversioned);
  if (texts.size > 0) {
    return [...texts].map(([name, text]) => ({ file: `${CONTRACTS}/${name}`, text, since: { against: base } }));
  }
  throw new BaselineError(
    `${base} has no contracts: ${base}/v1/openapi.json, ${base}/openapi.v1.json and ${base}/openapi.json are 404. Expected the base URL of a server, or of a folder with contract files.`,
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

/** The folder of the contracts, as paths in the repository are written. */
function describeFolder(root: string): string {
  return path.posix.join(git(root, ['rev-parse', '--show-prefix']).toString().trim(), CONTRACTS);
}

/** The text of a document; undefined where there is none. */
async function fetchDocument(place: string, timeoutMs: number): Promise<string | undefined> {
  let status: number;
  let text: string;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(place, { headers: { accept: 'application/json' }, signal });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new BaselineError(`${place} cannot be read: ${reasonOf(error as Error, timeoutMs)}.`);
  }
  if (status === 404 || status === 410) return undefined;
  if (status !== 200) {
    throw new BaselineError(`${place} cannot be read: the status is ${status}, expected 200 or 404.`);
  }
  parseDocument(text, place);
  return text;
}

/** `fetch failed` has its reason in the cause, which has one for each address of the host. */
function reasonOf({ name, message, cause }: Error, timeoutMs: number): string {
  if (name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  const inner = (cause instanceof AggregateError ? cause.errors[0] : cause) as NodeJS.ErrnoException | undefined;
  const reason = inner?.message || inner?.code || message;
  return inner?.code === 'ECONNREFUSED' ? `nothing listens there (${reason})` : reason;
}

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
