import { readdirSync } from 'node:fs';

/** See https://the-guild.dev/graphql/config/docs/user/usage */
const NAME = /^(?:\.graphqlrc(?:\.(?:[cm]?[jt]s|json|ya?ml|toml))?|graphql\.config\.(?:[cm]?[jt]s|json|ya?ml|toml))$/;

/** The configuration of GraphQL tools that a folder already has; undefined where it has none. */
export function findGraphqlConfig(folder: string): string | undefined {
  return readdirSync(folder).find((name) => NAME.test(name));
}
