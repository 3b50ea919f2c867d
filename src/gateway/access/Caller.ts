/** Who makes a request, as far as its credentials say. */
export interface Caller {
  /** The token's `sub`, or '' if it has none. */
  subject: string;
  scopes: ReadonlySet<string>;
  /** The `Authorization` header as it came, to be sent on to an upstream. */
  authorization: string;
}
