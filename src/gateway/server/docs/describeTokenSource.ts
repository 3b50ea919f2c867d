/** The issuer of tokens: `portico token` with the key of the data folder, a configured issuer, or that of the upstream. */
export type TokenSource = { kind: 'local'; scopes: readonly string[] } | { kind: 'issuer' } | { kind: 'upstream' };

/** How to get a token. */
export interface TokenHelp {
  text: string;
  /** A shell command that prints a token. */
  command?: string;
}

/** Describes how to get a token. Names no path of the server. */
export function describeTokenSource(source: TokenSource): TokenHelp {
  if (source.kind === 'issuer') return { text: 'Requests require a token of the configured issuer.' };
  if (source.kind === 'upstream') return { text: 'Requests require a token that the upstream GraphQL API accepts.' };
  return {
    text: 'Requests require a token. Create one where this server was started, with the same DATA_DIR and only the scopes that it needs:',
    command: `npm exec -- portico token --scope '${source.scopes.join(' ')}'`,
  };
}
