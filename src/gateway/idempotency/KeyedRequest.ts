/** A request with an Idempotency-Key. See draft-ietf-httpapi-idempotency-key-header-07. */
export interface KeyedRequest {
  /** The subject of the caller; never empty. Keys of different subjects are different. */
  subject: string;
  /** The endpoint: version, method and path template, such as `v1 POST /orders`. Keys of different routes are different. */
  route: string;
  /** The key, without quotes. */
  key: string;
  /** SHA-256 of the request in base64url: method, path, query, body, version and header parameters. A key belongs to one. */
  fingerprint: string;
  /** Milliseconds since the epoch at which the request times out. */
  deadline: number;
}
