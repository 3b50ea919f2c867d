/** A request with an Idempotency-Key. See draft-ietf-httpapi-idempotency-key-header-07. */
export interface KeyedRequest {
  /** The subject of the caller; never empty. Keys of different subjects are different. */
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
