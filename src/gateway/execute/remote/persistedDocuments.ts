// Documents as an upstream receives them: their text, or an id by which it knows them. The id is the SHA-256 of the text, so that those of
// manifests and those of automatic persisted queries are the same.
import { createHash } from 'node:crypto';
import { type DocumentNode, getOperationAST, parse, print, stripIgnoredCharacters } from 'graphql';
import type { Upstream } from './Upstream.ts';

/** A document with its id. The properties are those of an operation in the manifest of Apollo. */
export interface PersistedDocument {
  /** The SHA-256 of the body in lowercase hexadecimal digits. */
  id: string;
  /** That of its operation; empty for none. */
  name: string;
  type: string;
  body: string;
}

/** The document as it is sent. */
export function persistDocument(document: DocumentNode): PersistedDocument {
  const { name, operation: type } = getOperationAST(document)!;
  const body = stripIgnoredCharacters(print(document));
  return { id: createHash('sha256').update(body).digest('hex'), name: name?.value ?? '', type, body };
}

/** The query of probes. */
export const PING = persistDocument(parse('query porticoPing { __typename }'));

/**
 * The JSON of a request without variables.
 * See https://github.com/graphql/graphql-over-http/blob/main/spec/Appendix%20A%20--%20Persisted%20Documents.md and
 * https://www.apollographql.com/docs/apollo-server/performance/apq
 */
export function encodeDocument(
  { trustedDocuments, client }: Pick<Upstream, 'trustedDocuments' | 'client'>,
  { id, name, body }: PersistedDocument,
): string {
  const operationName = name === '' ? undefined : name;
  switch (trustedDocuments) {
    case 'id':
      return JSON.stringify({ documentId: id, operationName });
    case 'hive':
      return JSON.stringify({ documentId: `${client?.name}~${client?.version}~${id}`, operationName });
    case 'hash':
      return JSON.stringify({ operationName, extensions: { persistedQuery: { version: 1, sha256Hash: id } } });
    default:
      return JSON.stringify({ query: body, operationName });
  }
}

/** Codes of servers that execute documents by id: those that do not know one, and those that expect it in another form. */
const UNKNOWN_CODES = new Set([
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_IN_LIST',
  'PERSISTED_DOCUMENT_NOT_FOUND',
]);
const FORM_CODES = new Set([
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_QUERY_ID_REQUIRED',
  'PERSISTED_DOCUMENT_ID_REQUIRED',
  'PERSISTED_DOCUMENT_REQUIRED',
  'CANNOT_SEND_PQ_ID_AND_BODY',
]);

/** The codes of all of them. */
export const PERSISTED_CODES: ReadonlySet<string> = new Set([...UNKNOWN_CODES, ...FORM_CODES]);

/** Messages of such errors without a code of theirs. */
const UNKNOWN_MESSAGE = /persisted\s?(?:query|document|operation).*not\s?found/i;
const FORM_MESSAGE = /^(?!Variable ).*(?:persisted|\bdocumentId\b|\b(?:provide|contain|missing|no)\b.*\bquery\b)/i;

/** Why the upstream refused a document that was sent by its id, for the log; undefined for any other error. */
export function describeRefusal(
  { name, id }: Pick<PersistedDocument, 'name' | 'id'>,
  code: string | undefined,
  message: string,
): string | undefined {
  const isOwn = code !== undefined && PERSISTED_CODES.has(code);
  if (!isOwn && code !== undefined && code !== 'BAD_REQUEST') return undefined;
  const subject = `operation "${name}" (id ${id})`;
  if (isOwn ? UNKNOWN_CODES.has(code) : UNKNOWN_MESSAGE.test(message)) {
    return `The upstream does not know ${subject}: run "portico documents" again, and publish the manifest to the upstream.`;
  }
  if (!isOwn && !FORM_MESSAGE.test(message)) return undefined;
  return `The upstream refused ${subject} because of the form of its id: see --trusted-documents (${code ?? message}).`;
}
