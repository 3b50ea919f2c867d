// Bodies of multipart/form-data: texts are read, files are stored. See RFC 7578.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { truncate } from '../errors/nearNames.ts';
import type { UploadedFile } from '../protocol/UploadedFile.ts';
import type { UploadStore } from './UploadStore.ts';
import { MAX_FORM_VALUES, tooManyValuesError } from './formTree.ts';

/** The bytes of all names and texts of a form: 1 MiB, as for any other body. */
const MAX_TEXT_BYTES = 1024 * 1024;

interface MultipartOptions {
  store: UploadStore;
  /** Maximum number of files. */
  maxFiles: number;
}

/** The parts of a form in their order, by name. */
export type FormParts = (readonly [name: string, value: string | UploadedFile])[];

/**
 * Reads a form. Rejects with BAD_REQUEST where it is not valid or has too many files, with UNSUPPORTED_MEDIA_TYPE where a text
 * has another charset than UTF-8, with CONTENT_TOO_LARGE where its texts are too large, and with what the body and the store reject with.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  headers: IncomingHttpHeaders,
  { store, maxFiles }: MultipartOptions,
): Promise<FormParts> {
  // A host without uploads does not need it.
  const { default: busboy } = await import('busboy');
  const limits = { fieldSize: MAX_TEXT_BYTES + 1, fields: MAX_FORM_VALUES, files: maxFiles };
  const parser = createParser(() => busboy({ headers, limits, defParamCharset: 'utf8' }));
  const parts: (readonly [string, string | Promise<UploadedFile | undefined>])[] = [];
  let textBytes = 0;
  let failure: { cause: unknown } | undefined;
  let reject: (cause: unknown) => void = () => {};
  const fail = (cause: unknown) => {
    failure ??= { cause };
    reject(failure.cause);
  };
  const addName = (name: unknown, text = '') => {
    textBytes += Buffer.byteLength(String(name)) + Buffer.byteLength(text);
    if (typeof name !== 'string') fail(invalid('a part has no name'));
    if (textBytes > MAX_TEXT_BYTES) fail(textsTooLargeError());
  };
  parser
    .on('field', (name, text: string | undefined, { valueTruncated }) => {
      addName(name, text);
      if (valueTruncated) fail(textsTooLargeError());
      // What the parser does not know, it leaves out, and what is not valid it replaces.
      if (text === undefined) fail(unsupportedCharsetError(name));
      else if (text.includes('\uFFFD'))
        fail(invalid(`"${truncate(name, 40)}" has U+FFFD, in place of what is not UTF-8`));
      else parts.push([name, text]);
    })
    .on('file', (name, content, { filename = '', mimeType: mimetype, encoding }) => {
      addName(name);
      content.on('error', () => {});
      // A form of a browser has a part without a name and bytes where no file was chosen.
      const stored = store
        .store(content, { filename: filename.replace(/\p{Cc}/gu, ''), mimetype, encoding })
        .then((file) => (file.filename === '' && file.size === 0 ? undefined : file));
      // It may fail while no bytes arrive, so that nothing waits for it.
      stored.catch(fail);
      parts.push([name, stored]);
    })
    .on('filesLimit', () =>
      fail(invalid(maxFiles === 0 ? 'it must have no files' : `it must not have more than ${maxFiles} files`)),
    )
    .on('fieldsLimit', () => fail(tooManyValuesError()))
    .on('error', (error) => fail(invalid((error as Error).message)));

  /** Runs a step of the parser, which calls back unless a file cannot be stored or the form is not valid. */
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, rejectStep) => {
      reject = rejectStep;
      if (failure) fail(failure.cause);
      else run((error) => (error ? fail(invalid(error.message)) : resolve()));
    });
  try {
    for await (const chunk of body) await step((done) => parser.write(chunk, done));
    await step((done) => parser.end(done));
    const found: FormParts = [];
    for (const [name, value] of parts) {
      const settled = await value;
      if (settled !== undefined) found.push([name, settled]);
    }
    return found;
  } finally {
    parser.destroy();
    await Promise.allSettled(parts.map(([, value]) => value));
  }
}

/** Throws BAD_REQUEST where Content-Type has no boundary. */
function createParser<Parser>(create: () => Parser): Parser {
  try {
    return create();
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

function invalid(reason: string): ServiceError {
  return new ServiceError('BAD_REQUEST', `The body is not a valid form: ${reason.replace(/^Multipart: /, '')}.`);
}

function textsTooLargeError(): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `The texts of a form must not be larger than ${MAX_TEXT_BYTES} bytes.`);
}

function unsupportedCharsetError(name: string): ServiceError {
  const message = `The charset of "${truncate(name, 40)}" is not supported; send UTF-8.`;
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
}
