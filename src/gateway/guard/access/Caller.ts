/** The sender of a request, by its credentials. */
export interface Caller {
  /** The token's `sub`, or '' if it has none. */
  subject: string;
  /** The token's `iss`, where several issuers are accepted: a subject is unique only within one. */
  issuer?: string | undefined;
  scopes: ReadonlySet<string>;
  /** The verified payload of the token, deeply frozen; of a host, what its `authenticate` returns. */
  claims: Readonly<Record<string, unknown>>;
  /** The `Authorization` header as received, for an upstream. */
  authorization: string;
}

/**
 * A name of a caller, its subject or client, which callers of other issuers do not have. With one issuer, it is the name itself, so that
 * stored idempotency keys keep their owner.
 */
export function qualifyName({ issuer }: Pick<Caller, 'issuer'>, name: string): string {
  return issuer === undefined ? name : JSON.stringify([issuer, name]);
}
