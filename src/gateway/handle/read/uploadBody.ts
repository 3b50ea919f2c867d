// Bodies with files: how large they are, and how long they may take.
import { ServiceError } from '../../base/errors/ServiceError.ts';
import type { UploadPlan } from '../../plan/EndpointPlan.ts';
import { requireContentType } from '../../http/supportedBodies.ts';
import { essenceOf } from '../../http/mediaTypes.ts';
import type { RestRequest } from './RestRequest.ts';
import { UploadStore, fileTooLargeError } from './UploadStore.ts';
import { buildFormTree, encodeFormText } from '../../plan/values/formTree.ts';
import { readMultipart } from './readMultipart.ts';
import type { RequestBody } from './RequestParts.ts';

/** Milliseconds in which a body has to arrive that is slower than the minimum rate. */
const MIN_TIME_MS = 30_000;

/** Bytes in a millisecond, at least, beyond that time: 16 KiB in a second. As MinRate of mod_reqtimeout of Apache. */
const MIN_RATE = (16 * 1024) / 1000;

/** Bytes of a form beside its files: 1 MiB of texts, and the headers of all parts. */
const MAX_FORM_BYTES = 8 * 1024 * 1024;

/**
 * Reads a form, or the file that is the whole body. The files are on the disk until `close` is called. Rejects with BAD_REQUEST,
 * CONTENT_TOO_LARGE, UNAVAILABLE, and REQUEST_TIMEOUT where the body is too slow. `caller` is whose share of the disk it takes. Where one of `types`
 * must be the Content-Type, a body without any is UNSUPPORTED_MEDIA_TYPE.
 */
export async function readUploads(
  request: RestRequest,
  { maxBytes, maxFiles, isWhole }: UploadPlan,
  caller: string,
  types?: readonly string[],
): Promise<RequestBody> {
  const { headers, deadline = Date.now() + MIN_TIME_MS } = request;
  const type = essenceOf(headers['content-type'] ?? 'application/octet-stream').toLowerCase();
  const isForm = !isWhole;
  const limit = isForm ? maxFiles * maxBytes + MAX_FORM_BYTES : maxBytes;
  const tooLarge = () => (isForm ? formTooLargeError(limit) : fileTooLargeError(maxBytes));
  if (!request.streamBody) return { value: undefined };
  const timeLeft = deadline - Date.now();
  const store = new UploadStore(caller, maxBytes);
  try {
    if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge();
    const assertType = () => types && requireContentType(headers['content-type'], types);
    const body = receive(request.streamBody(), { deadline, limit, tooLarge, assertType });
    const read = async (): Promise<Pick<RequestBody, 'value' | 'syntax'>> => {
      if (isForm) {
        const parts = await readMultipart(body, headers, { store, maxFiles });
        const pairs = parts.map(
          ([name, part]) => [name, typeof part === 'string' ? encodeFormText(part) : part] as const,
        );
        return { value: buildFormTree(pairs), syntax: 'form' };
      }
      const file = await store.store(body, { filename: '', mimetype: type, encoding: 'binary' });
      return { value: file.size === 0 ? undefined : file };
    };
    // The time that the client needs to send it is no time of the operation.
    return { ...(await read()), deadline: Date.now() + timeLeft, close: () => store.close() };
  } catch (error) {
    await store.close();
    if (!(error instanceof ServiceError)) throw error;
    // The rest of the body is not read.
    const { code, message, problems, cause = error } = error;
    throw new ServiceError(code as 'BAD_REQUEST', message, {
      problems,
      cause,
      headers: { ...error.headers, connection: 'close' },
    });
  }
}

interface ReceiveOptions {
  /** Milliseconds since the epoch, for a body without bytes. */
  deadline: number;
  /** Maximum size in bytes. */
  limit: number;
  tooLarge(): ServiceError;
  /** Throws where bytes cannot be read. */
  assertType(): void;
}

/** The bytes of a body as they arrive. */
async function* receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): AsyncGenerator<Uint8Array> {
  const { deadline, limit, tooLarge, assertType } = options;
  const iterator = body[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await within(iterator.next(), deadline + bytes / MIN_RATE - Date.now());
      if (done) return;
      bytes += value.length;
      if (bytes > 0) assertType();
      if (bytes > limit) throw tooLarge();
      yield value;
    }
  } finally {
    // It settles when the next bytes arrive.
    iterator.return?.().catch(() => {});
  }
}

/** What a read of a body leads to; rejects with BAD_REQUEST where it fails, and with REQUEST_TIMEOUT after some milliseconds. */
function within<Value>(read: Promise<Value>, milliseconds: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new ServiceError('REQUEST_TIMEOUT', 'Request timeout: the body did not arrive in time.'));
    const timer = setTimeout(late, Math.min(milliseconds, 2 ** 31 - 1));
    read
      .then(resolve, (cause: unknown) =>
        reject(new ServiceError('BAD_REQUEST', 'The body ended before it was complete.', { cause })),
      )
      .finally(() => clearTimeout(timer));
  });
}

function formTooLargeError(limit: number): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `The form must not be larger than ${limit} bytes.`);
}
