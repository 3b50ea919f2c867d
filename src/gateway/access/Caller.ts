/** The sender of a request, by its credentials. */
export interface Caller {
  /** The token's `sub`, or '' if it has none. */
  subject: string;
  scopes: ReadonlySet<string>;
  /** The verified payload of the token, deeply frozen; of a host, what its `authenticate` returns. */
  claims: Readonly<Record<string, unknown>>;
  /** The `Authorization` header as received, for an upstream. */
  authorization: string;
}
