// Where files are until a request has its response: temporary files without a name, so that not even a killed process leaves one behind.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { OVERLOADED } from '../../base/errors/knownErrors.ts';
import { type FileInfo, UploadedFile } from '../../http/UploadedFile.ts';

/** What all requests of this process use of something, and each caller. */
class Usage {
  #total = 0;
  readonly #byCaller = new Map<string, number>();

  /** A caller has at most as much as is free, so that there is always room for another one; throws OVERLOADED beyond. */
  reserve(caller: string, amount: number, capacity: number): void {
    const ofCaller = (this.#byCaller.get(caller) ?? 0) + amount;
    if (ofCaller > capacity - this.#total) throw OVERLOADED;
    this.#total += amount;
    this.#byCaller.set(caller, ofCaller);
  }

  release(caller: string, amount: number): void {
    const left = (this.#byCaller.get(caller) ?? 0) - amount;
    if (left > 0) this.#byCaller.set(caller, left);
    else this.#byCaller.delete(caller);
    this.#total -= amount;
  }
}

const bytes = new Usage();
const openFiles = new Usage();

/** Bytes of all files: so many times the size that one may have, but at least a gibibyte. */
const MAX_FILES_OF_MAX_BYTES = 8;
const MIN_CAPACITY = 1024 ** 3;

/** Files of all requests that are open at once: most processes may have 1,024, or many more. */
const MAX_OPEN_FILES = 1000;

/** The files of one request. */
export class UploadStore {
  readonly #caller: string;
  readonly #maxBytes: number;
  readonly #handles: FileHandle[] = [];
  readonly #capacity: number;
  #bytes = 0;
  #openFiles = 0;

  /** `caller` is whose share of the disk they take; `maxBytes` is the maximum size of a file, `capacity` that of all files of the process. */
  constructor(caller: string, maxBytes: number, capacity = Math.max(MIN_CAPACITY, MAX_FILES_OF_MAX_BYTES * maxBytes)) {
    this.#capacity = capacity;
    this.#caller = caller;
    this.#maxBytes = maxBytes;
  }

  /**
   * Stores a file. Rejects with CONTENT_TOO_LARGE, with UNAVAILABLE where the disk or the caller's share of it, or of open files, is
   * full, or with what the content rejects with.
   */
  async store(content: AsyncIterable<Uint8Array>, info: FileInfo): Promise<UploadedFile> {
    const handle = await this.#open();
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > this.#maxBytes) throw fileTooLargeError(this.#maxBytes);
      bytes.reserve(this.#caller, chunk.length, this.#capacity);
      this.#bytes += chunk.length;
      // All of it, which `write` may not do.
      await handle.writeFile(chunk).catch(refuse);
    }
    return new UploadedFile(info, size, handle);
  }

  /** Deletes all of them. */
  async close(): Promise<void> {
    bytes.release(this.#caller, this.#bytes);
    this.#bytes = 0;
    const files = this.#openFiles;
    this.#openFiles = 0;
    await Promise.allSettled(this.#handles.splice(0).map((handle) => handle.close()));
    openFiles.release(this.#caller, files);
  }

  async #open(): Promise<FileHandle> {
    openFiles.reserve(this.#caller, 1, MAX_OPEN_FILES);
    this.#openFiles++;
    const name = path.join(tmpdir(), `portico-${randomUUID()}`);
    const handle = await open(name, 'wx+', 0o600).catch(refuse);
    this.#handles.push(handle);
    await unlink(name).catch(refuse);
    return handle;
  }
}

/** The error of a disk that is full, or cannot be written; the cause is for the log. */
function refuse(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'Files cannot be stored at the moment; try again later.', { cause });
}

export function fileTooLargeError(maxBytes: number): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `A file must not be larger than ${maxBytes} bytes.`);
}
