// Bodies of multipart/form-data: texts are read, files are stored. See RFC 7578.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import type { UploadedFile } from '../../http/UploadedFile.ts';
import { MULTIPART_TYPE, parseMediaType } from '../../http/mediaTypes.ts';
import { type PartHeader, PartScanner, isBoundary } from './PartScanner.ts';
import { MAX_BODY_BYTES } from './RestRequest.ts';
import type { UploadStore } from './UploadStore.ts';
import { MAX_FORM_VALUES, tooManyValuesError } from '../../plan/values/formTree.ts';

interface MultipartOptions {
  store: UploadStore;
  /** Maximum number of files. */
  maxFiles: number;
}

/** The parts of a form in their order, by name. */
export type FormParts = (readonly [name: string, value: string | UploadedFile])[];

/**
 * Reads a form. Rejects with BAD_REQUEST where it is not valid, a part of it is not one of a form (RFC 7578, section 4.2), or it has too
 * many files, with UNSUPPORTED_MEDIA_TYPE where a text has an unknown charset or an encoding, with
 * CONTENT_TOO_LARGE where its texts are too large, and with what the body and the store reject with.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  requestHeaders: IncomingHttpHeaders,
  { store, maxFiles }: MultipartOptions,
): Promise<FormParts> {
  // A host without uploads does not need it.
  const { default: busboy } = await import('busboy');
  const limits = { fieldSize: MAX_BODY_BYTES + 1, fields: MAX_FORM_VALUES, files: maxFiles };
  const boundary = parseMediaType(requestHeaders['content-type'] ?? '')?.parameters.get('boundary');
  if (!isBoundary(boundary)) throw invalid(NO_BOUNDARY);
  // It reads no type with an empty parameter.
  const contentType = `${MULTIPART_TYPE}; boundary="${boundary.replaceAll(/["\\]/g, '\\$&')}"`;
  const parser = busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' });
  const headers: PartHeader[] = [];
  const scanner = new PartScanner(boundary, (header) => void headers.push(header));
  const parts: (readonly [string, string | Promise<UploadedFile | undefined>])[] = [];
  let textBytes = 0;
  let failure: { cause: unknown } | undefined;
  let reject: (cause: unknown) => void = () => {};
  const fail = (cause: unknown) => {
    failure ??= { cause };
    reject(failure.cause);
  };
  /** The header of the part that the parser has read. */
  const addName = (name: unknown, text = ''): PartHeader => {
    const header = headers.shift() ?? { dispositions: 0, mimetype: 'text/plain', isReadable: false };
    if (header.dispositions !== 1) fail(invalid('a part must have one Content-Disposition'));
    textBytes += Buffer.byteLength(String(name)) + Buffer.byteLength(text);
    if (typeof name !== 'string') fail(invalid('a part has no name'));
    if (textBytes > MAX_BODY_BYTES) fail(textsTooLargeError());
    return header;
  };
  parser
    .on('field', (name, text: string | undefined, { valueTruncated, encoding: declared }) => {
      const encoding = declared.trim();
      const { isReadable } = addName(name, text);
      if (valueTruncated) fail(textsTooLargeError());
      // What the parser does not know, it leaves out, and what is not valid it replaces.
      if (text === undefined || !isReadable) fail(unsupportedCharsetError(name));
      else if (!IDENTITY_ENCODINGS.has(encoding)) fail(unsupportedEncodingError(name, encoding));
      else if (text.includes('\uFFFD'))
        fail(invalid(`"${truncate(name, 40)}" has U+FFFD, in place of what is not UTF-8`));
      else parts.push([name, text]);
    })
    .on('file', (name, content, { filename = '', encoding }) => {
      const { mimetype } = addName(name);
      content.on('error', () => {});
      // A form of a browser has a part without a name and bytes where no file was chosen.
      const stored = store
        .store(content, { filename: filename.replace(/\p{Cc}/gu, ''), mimetype, encoding: encoding.trim() })
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
    for await (const chunk of body) {
      const fault = scanner.findFault(chunk);
      if (fault !== undefined) throw invalid(fault);
      await step((done) => parser.write(chunk, done));
      // The parser says nothing of a text before its end.
      if (headers.length > 1) throw invalid(NO_DISPOSITION);
    }
    await step((done) => parser.end(done));
    if (headers.length > 0) throw invalid(NO_DISPOSITION);
    if (!scanner.isComplete) throw invalid('Unexpected end of form');
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

function invalid(reason: string): ServiceError {
  return new ServiceError('BAD_REQUEST', `The body is not a valid form: ${reason.replace(/^Multipart: /, '')}.`);
}

const NO_BOUNDARY = 'Content-Type must have a boundary of 1 to 70 printable characters of US-ASCII';

/** What is wrong with a part that the parser leaves out. */
const NO_DISPOSITION = 'a part has no valid Content-Disposition with form-data';

/** The encodings of texts that are sent as they are. See RFC 2045, section 6.2. */
const IDENTITY_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

function unsupportedEncodingError(name: string, encoding: string): ServiceError {
  const message = `The Content-Transfer-Encoding ${truncate(encoding, 40)} of "${truncate(name, 40)}" is not supported; send the text as it is.`;
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
}

function textsTooLargeError(): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `The texts of a form must not be larger than ${MAX_BODY_BYTES} bytes.`);
}

function unsupportedCharsetError(name: string): ServiceError {
  const message = `The charset of "${truncate(name, 40)}" is not supported; send UTF-8.`;
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
}
