/** Who issues the tokens that requests need: `portico token` with the key of the data folder, an issuer, or the upstream's. */
export type TokenSource = { kind: 'local'; scopes: readonly string[] } | { kind: 'issuer' } | { kind: 'upstream' };

/** What a page says about getting a token. */
export interface TokenHelp {
  text: string;
  /** What to paste into a shell. */
  command?: string;
}

/** Says how to get a token, in a sentence, and with a command where there is one. It names no path of the server. */
export function describeTokenSource(source: TokenSource): TokenHelp {
  if (source.kind === 'issuer') return { text: 'Requests need a token of the issuer that this server trusts.' };
  if (source.kind === 'upstream')
    return { text: 'Requests need a token that the GraphQL API behind this server accepts.' };
  return {
    text: 'Requests need a token. Create one where this server was started, with the same DATA_DIR; leave out the scopes that it need not have:',
    command: `npm exec -- portico token --scope '${source.scopes.join(' ')}'`,
  };
}
