// What a store of idempotency keys sees and keeps.
import { createHash } from 'node:crypto';

/** A request with an Idempotency-Key, as a store sees it. Its record is found by `subject`, `route` and `key` together. */
export interface IdempotencyRequest extends KeyedRequest {
  /** A random id of this execution. Only the execution that has created a record changes it. */
  execution: string;
}

/** A response, as a store keeps it. Header names are in lower case. */
export interface StoredResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** What a store keeps under a key. */
export interface IdempotencyRecord {
  fingerprint: string;
  /** Null while the request is running, and where its outcome is unknown. */
  response: StoredResponse | null;
}

/**
 * Keeps the responses to requests with an Idempotency-Key, for `KEY_LIFETIME_HOURS` each. All processes of an API share one, and different
 * APIs have different ones.
 */
export interface IdempotencyStore {
  /**
   * Creates the record of a request, without a response, and returns null; or returns the record that exists. Atomic: of
   * several requests with one key at the same time, exactly one gets null. A record with the same `execution` counts as created.
   */
  begin(request: IdempotencyRequest): Promise<IdempotencyRecord | null>;
  /**
   * Adds the response to the record that `begin` has created, or removes the record where `response` is null, because nothing
   * was executed. A record of another `execution` stays as it is. Rejects if there is no record to add the response to.
   */
  finish(request: IdempotencyRequest, response: StoredResponse | null): Promise<void>;
}

/** Hours for which the response to a request with an Idempotency-Key is kept, in every store. */
export const KEY_LIFETIME_HOURS = 24;

/** Milliseconds for which a record is kept. */
export const RECORD_TTL_MS = KEY_LIFETIME_HOURS * 60 * 60 * 1000;

/** A request with an Idempotency-Key. See draft-ietf-httpapi-idempotency-key-header-07. */
export interface KeyedRequest {
  /** The subject of the caller, with its issuer where there are several; never empty. Keys of different subjects are different. */
  subject: string;
  /** The endpoint: version, method and path template, such as `v1 POST /orders`. Keys of different routes are different. */
  route: string;
  /** The key, without quotes. */
  key: string;
  /**
   * SHA-256 of the request in base64url: method, path, query, body, version and header parameters. A key belongs to one. The order of
   * members in JSON, and of different query parameters, is no part of it. See RFC 8785.
   */
  fingerprint: string;
  /** The fingerprint in records that version 0.2.0 has created, which may exist for a day after an upgrade. Absent: there are none. */
  earlierFingerprint?(): string;
  /** Milliseconds since the epoch at which the request times out. */
  deadline: number;
}

/** Identifies a record by a text of 43 characters, whatever the client has sent. */
export function recordKey({ subject, route, key }: Pick<KeyedRequest, 'subject' | 'route' | 'key'>): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, route, key]))
    .digest('base64url');
}
