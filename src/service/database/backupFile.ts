// The file of a backup: lines of JSON, compressed by gzip. The first one says what it is and has the signing keys, so the file is a
// secret; the others are the items of an export.
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { pipeline as finishPipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { LineLengthError, splitLines } from '../../gateway/server.ts';
import type { ContentItem, Totals } from './databaseContents.ts';
import { DatabaseError } from './databaseErrors.ts';

const FORMAT = 'portico backup';
/** Raised when builds before it could not read the file. */
const VERSION = 1;

/** The texts of the signing keys by their paths in the data folder. */
export type KeyFiles = Readonly<Record<string, string>>;

/** The key that signs, and those of rotations: a backup has and creates no other file. */
const KEY_FILE = /^(?:signing-key|keys\/\d+)\.pem$/;

interface Header {
  format: string;
  version: number;
  keys: KeyFiles;
}

/** Reads the signing keys in a data folder. */
export function readKeys(dataDir: string): KeyFiles {
  const rotated = path.join(dataDir, 'keys');
  const names = existsSync(rotated) ? readdirSync(rotated).map((name) => `keys/${name}`) : [];
  const files = ['signing-key.pem', ...names].filter((file) => KEY_FILE.test(file));
  const found = files.filter((file) => existsSync(path.join(dataDir, file)));
  return Object.fromEntries(found.map((file) => [file, readFileSync(path.join(dataDir, file), 'utf8')]));
}

/**
 * Writes a new file that only its owner can read, and returns the totals of the items, which are read after it is created. It is on
 * the disk when this resolves, and gone when this rejects.
 */
export async function writeBackup(
  file: string,
  { keys, items, signal }: { keys: KeyFiles; items: AsyncIterable<ContentItem>; signal: AbortSignal },
): Promise<Totals> {
  const handle = await create(file);
  let last: ContentItem | undefined;
  try {
    const lines = async function* () {
      yield toLine({ format: FORMAT, version: VERSION, keys } satisfies Header);
      for await (last of items) yield toLine(last);
    };
    await finishPipeline(lines, createGzip(), handle.createWriteStream({ flush: true }), { signal });
    await syncFolder(path.dirname(file));
    return last as Totals;
  } catch (error) {
    await rm(file, { force: true });
    if (signal.aborted) throw signal.reason;
    if ((error as NodeJS.ErrnoException).syscall === 'write') throw unwritable(file, error as Error);
    throw error;
  }
}

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(file, error as Error);
    throw new DatabaseError(`${file} exists already, and a backup overwrites no file. Choose another name.`);
  }
}

function unwritable(file: string, cause: Error): DatabaseError {
  return new DatabaseError(`${file} cannot be written: ${cause.message}. There is no backup.`, cause);
}

/** Without it the name of a new file may be lost in a power failure. Windows has no such operation. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Reads what `writeBackup` wrote, items as they are asked for. Rejects with a DatabaseError for any other file, the items where it ends. */
export async function readBackup(file: string): Promise<{ keys: KeyFiles; items: AsyncIterable<ContentItem> }> {
  const lines = readLines(file);
  const { value } = await lines.next();
  const { format, version, keys = {} } = (value ?? {}) as Partial<Header>;
  if (format !== FORMAT) throw new DatabaseError(`${file} is not a backup of Portico.`);
  if (version !== VERSION) {
    throw new DatabaseError(`${file} has format ${version}; this build reads format ${VERSION}. Use a newer build.`);
  }
  const unknown = Object.keys(keys).find((name) => !KEY_FILE.test(name));
  if (unknown !== undefined) throw new DatabaseError(`${file} has ${unknown}, which is not the name of a key.`);
  return { keys, items: lines as AsyncIterable<ContentItem> };
}

/** Large enough for lines of many rows, which are joined from chunks. */
const CHUNK_BYTES = 1 << 20;

/** Of a line, in UTF-16 code units: a batch of rows, or the keys. */
const MAX_LINE_LENGTH = 128 * 1024 * 1024;

async function* readLines(file: string): AsyncGenerator<unknown> {
  const text = createGunzip({ chunkSize: CHUNK_BYTES });
  // The iteration of `text` rejects with what fails.
  const source = createReadStream(file);
  pipeline(source, text, () => {});
  text.setEncoding('utf8');
  let last: string | undefined;
  try {
    for await (const line of splitLines(text as AsyncIterable<string>, MAX_LINE_LENGTH)) {
      if (last !== undefined) yield JSON.parse(last);
      last = line;
    }
    // Anything after the end of gzip is ignored.
    if (last !== '' || text.bytesWritten !== source.bytesRead) throw new SyntaxError('unexpected text at its end');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_') || error instanceof SyntaxError || error instanceof LineLengthError) {
      throw new DatabaseError(`${file} is damaged, or not a backup of Portico: ${message}.`, error);
    }
    throw error;
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
