// --against → the contracts to compare with. Its form says what it is: a URL begins with http:// or https://, a folder is absolute,
// begins with ./ or ../, or ends with a slash; anything else is a branch, a tag or a commit.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Revision } from '../contracts/Break.ts';
import { readCommit } from '../contracts/baseline/readCommit.ts';
import { readFolder } from '../contracts/baseline/readFolder.ts';
import { readServer } from '../contracts/baseline/readServer.ts';
import { UsageError } from './UsageError.ts';

/** What `--against` is read for. */
export interface AgainstOptions {
  /** The folder that contains `contracts`, in the repository of a branch, tag or commit. */
  root: string;
  /** The highest version of the API. */
  highest: number;
  cwd?: string;
}

/** Throws a UsageError for nothing, and for a folder or a commit that does not exist, and a BaselineError for what cannot be read. */
export async function readAgainst(
  against: string,
  { root, highest, cwd = process.cwd() }: AgainstOptions,
): Promise<Revision[]> {
  if (against.trim() === '') {
    throw new UsageError(
      '--against must not be empty; expected a folder such as ./old, a URL, a branch, a tag or a commit.',
    );
  }
  if (against.includes('://')) return readServer({ url: parseUrl(against), highest });
  const folder = path.resolve(cwd, against);
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  if (path.isAbsolute(against) || /^\.{1,2}(?:[/\\]|$)|[/\\]$/.test(against)) {
    if (isFolder) return readFolder(folder, against);
    throw new UsageError(`--against: the folder ${against} does not exist.`);
  }
  const revisions = readCommit(root, against);
  if (revisions) return revisions;
  const hint = isFolder
    ? `For the folder, write --against ./${against}.`
    : 'In a shallow clone, fetch it first: git fetch --depth=1 origin BRANCH, and pass --against FETCH_HEAD.';
  throw new UsageError(`--against: git finds no branch, tag or commit ${against} in ${root}. ${hint}`);
}

function parseUrl(against: string): URL {
  if (!/^https?:/.test(against) || !URL.canParse(against)) {
    throw new UsageError(
      '--against must be an http or https URL such as https://api.example.com, a folder or a commit.',
    );
  }
  const url = new URL(against);
  if (url.username || url.password) throw new UsageError('--against must not contain credentials.');
  return url;
}
