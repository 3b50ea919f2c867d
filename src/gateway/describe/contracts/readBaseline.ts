// The contracts that `--against` names, to compare with: those of a folder, of a commit, or of a server.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../../http/losslessJson.ts';
import type { Revision } from './Break.ts';
import { CONTRACTS, SCHEMA, isOpenApi } from './contractFiles.ts';
import { git, tryGit } from './git.ts';
import { asObject } from './openapi/OpenApiReader.ts';

/** The contracts that `--against` names cannot be read; the message says why. */
export class BaselineError extends Error {}

/**
 * The contracts in a folder, or in `contracts` below it; `against` names the folder for people. Throws a BaselineError where
 * there are none, and where one is not valid.
 */
export function readFolder(folder: string, against: string): Revision[] {
  for (const place of [folder, path.join(folder, CONTRACTS)]) {
    const names = existsSync(place) ? readdirSync(place) : [];
    const files = names.map((name) => `${CONTRACTS}/${name}`).filter(isContract);
    if (!files.some(isOpenApi)) continue;
    return files.map((file) => {
      const at = path.join(place, path.basename(file));
      return createRevision(file, readFileSync(at, 'utf8'), { against }, at);
    });
  }
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
  const listed = git(root, ['ls-tree', '-z', '--name-only', commit, `${CONTRACTS}/`]).toString();
  const files = listed.split('\0').filter(isContract);
  if (!files.some(isOpenApi)) {
    const below = git(root, ['rev-parse', '--show-prefix']).toString().trim();
    throw new BaselineError(`${ref} has no contracts in ${path.posix.join(below, CONTRACTS)}.`);
  }
  return files.map((file) => {
    const text = git(root, ['show', `${commit}:./${file}`]).toString();
    return createRevision(file, text, { against: ref }, `${ref}:${file}`);
  });
}

const TIMEOUT_MS = 10_000;

/** The highest version that is looked for at a URL: each is a request, and some servers have a document at every path. */
const MAX_VERSION = 200;

interface ServerOptions {
  /** The base URL of a server. */
  url: URL;
  /** The highest version to expect: versions are read until one above it does not exist. */
  highest: number;
  timeoutMs?: number;
}

/**
 * The contracts of a running server, at /v1/openapi.json, … and /openapi.json. Throws a BaselineError where there are none, and
 * where one cannot be read.
 */
export async function readServer({ url, highest, timeoutMs = TIMEOUT_MS }: ServerOptions): Promise<Revision[]> {
  const base = url.href.replace(/[?#].*$/, '').replace(/\/*$/, '');
  const found: Revision[] = [];
  const read = async (at: string, file: string): Promise<boolean> => {
    const place = `${base}/${at}`;
    const text = await fetchText(place, timeoutMs);
    if (text !== undefined) found.push(createRevision(`${CONTRACTS}/${file}`, text, { against: base }, place));
    return text !== undefined;
  };
  for (let version = 1; ; version++) {
    if (Math.max(version, highest) > MAX_VERSION) {
      throw new BaselineError(
        `${base} cannot be read: only versions up to ${MAX_VERSION} are looked for at a URL. Compare with a folder, a branch, a tag or a commit.`,
      );
    }
    if (!(await read(`v${version}/openapi.json`, `openapi.v${version}.json`)) && version > highest) break;
  }
  await read('openapi.json', 'openapi.json');
  if (found.length > 0) return found;
  throw new BaselineError(
    `${base} has no contracts: ${base}/v1/openapi.json and ${base}/openapi.json are 404. Expected the base URL of a server.`,
  );
}

async function fetchText(place: string, timeoutMs: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(place, { headers: { accept: 'application/json' }, signal });
    if (response.ok) return await response.text();
    if (response.status === 404 || response.status === 410) return undefined;
    throw new Error(`the status is ${response.status}, expected 200 or 404`);
  } catch (error) {
    const { message, cause } = error as Error;
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    throw new BaselineError(`${place} cannot be read: ${message}${code === undefined ? '' : ` (${code})`}.`);
  }
}

/** Throws a BaselineError where a text should be an OpenAPI document and is not; `place` is the file or the URL for people. */
function createRevision(file: string, text: string, since: Revision['since'], place: string): Revision {
  if (file === SCHEMA) return { file, text, since };
  let document: unknown;
  try {
    document = readJson(text);
  } catch (error) {
    throw new BaselineError(`${place} is not JSON: ${(error as Error).message}.`);
  }
  if (typeof asObject(document)['openapi'] === 'string') return { file, text, since };
  throw new BaselineError(`${place} is not an OpenAPI document.`);
}

function isContract(file: string): boolean {
  return isOpenApi(file) || file === SCHEMA;
}
