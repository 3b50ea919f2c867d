// Where files are until a request has its response: temporary files without a name, so that not even a killed process leaves one behind.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceError } from '../errors/ServiceError.ts';
import { OVERLOADED } from '../errors/knownErrors.ts';
import { type FileInfo, UploadedFile } from '../protocol/UploadedFile.ts';

/** The bytes that files of all requests of this process have, and those of each caller. */
const used = { total: 0, byCaller: new Map<string, number>() };

/** Bytes of all files: so many times the size that one may have, but at least a gibibyte. */
const MAX_FILES_OF_MAX_BYTES = 8;
const MIN_CAPACITY = 1024 ** 3;

/** The files of one request. */
export class UploadStore {
  readonly #caller: string;
  readonly #maxBytes: number;
  readonly #handles: FileHandle[] = [];
  readonly #capacity: number;
  #bytes = 0;

  /** `caller` is whose share of the disk they take; `maxBytes` is the maximum size of a file, `capacity` that of all files of the process. */
  constructor(caller: string, maxBytes: number, capacity = Math.max(MIN_CAPACITY, MAX_FILES_OF_MAX_BYTES * maxBytes)) {
    this.#capacity = capacity;
    this.#caller = caller;
    this.#maxBytes = maxBytes;
  }

  /**
   * Stores a file. Rejects with CONTENT_TOO_LARGE, with UNAVAILABLE where the disk or the caller's share of it is full, or with what
   * the content rejects with.
   */
  async store(content: AsyncIterable<Uint8Array>, info: FileInfo): Promise<UploadedFile> {
    const handle = await this.#open();
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > this.#maxBytes) throw fileTooLargeError(this.#maxBytes);
      this.#reserve(chunk.length);
      // All of it, which `write` may not do.
      await handle.writeFile(chunk).catch(refuse);
    }
    return new UploadedFile(info, size, handle);
  }

  /** Deletes all of them. */
  async close(): Promise<void> {
    this.#release();
    await Promise.allSettled(this.#handles.splice(0).map((handle) => handle.close()));
  }

  async #open(): Promise<FileHandle> {
    const name = path.join(tmpdir(), `portico-${randomUUID()}`);
    const handle = await open(name, 'wx+', 0o600).catch(refuse);
    this.#handles.push(handle);
    await unlink(name).catch(refuse);
    return handle;
  }

  /** A caller has at most as many bytes as are free, so that there is always room for another one. */
  #reserve(bytes: number): void {
    const { total, byCaller } = used;
    const ofCaller = (byCaller.get(this.#caller) ?? 0) + bytes;
    if (ofCaller > this.#capacity - total) throw OVERLOADED;
    this.#bytes += bytes;
    used.total += bytes;
    byCaller.set(this.#caller, ofCaller);
  }

  #release(): void {
    const left = (used.byCaller.get(this.#caller) ?? 0) - this.#bytes;
    if (left > 0) used.byCaller.set(this.#caller, left);
    else used.byCaller.delete(this.#caller);
    used.total -= this.#bytes;
    this.#bytes = 0;
  }
}

/** The error of a disk that is full, or cannot be written; the cause is for the log. */
function refuse(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'Files cannot be stored at the moment; try again later.', { cause });
}

export function fileTooLargeError(maxBytes: number): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `A file must not be larger than ${maxBytes} bytes.`);
}
