// A file of a request, which exists as long as the request runs, and where files are in variables.
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** The value of a variable of the scalar `Upload`, as resolvers of graphql-upload know it. */
export interface PorticoUpload {
  /** Without directories; empty where the client has sent none. */
  readonly filename: string;
  readonly mimetype: string;
  /** The Content-Transfer-Encoding of the part. */
  readonly encoding: string;
  /** In bytes. */
  readonly size: number;
  /** Streams the content from its beginning. It can be read until the request has its response. */
  createReadStream(): Readable;
}

/** What a client says of a file. */
export type FileInfo = Pick<PorticoUpload, 'filename' | 'mimetype' | 'encoding'>;

/** Bytes that are read at once. */
const CHUNK_BYTES = 64 * 1024;

/** A file of a request on the disk. In JSON it is null, as in the operations of the GraphQL multipart request specification. */
export class UploadedFile implements PorticoUpload {
  readonly filename: string;
  readonly mimetype: string;
  readonly encoding: string;
  readonly size: number;
  readonly #handle: FileHandle;

  constructor({ filename, mimetype, encoding }: FileInfo, size: number, handle: FileHandle) {
    this.filename = filename;
    this.mimetype = mimetype;
    this.encoding = encoding;
    this.size = size;
    this.#handle = handle;
  }

  createReadStream(): Readable {
    const stream = Readable.from(this.read(), { objectMode: false });
    // A resolver that reads on after the response, or without a listener, must not end the process; consumers still get the error.
    stream.on('error', () => {});
    return stream;
  }

  /** The content; rejects with the error of the file system once the request has its response. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < this.size;) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.size - position));
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw new Error('The stored file is shorter than what was received.');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  toJSON(): null {
    return null;
  }
}

/** The files in a value, each with the dotted path that leads to it: `variables.input.files.0`. */
export function findFiles(value: unknown, path: string): [path: string, file: UploadedFile][] {
  if (value instanceof UploadedFile) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => findFiles(inner, `${path}.${key}`));
}
