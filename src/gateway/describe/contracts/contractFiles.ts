/** The folder of the contracts, below the root of the project. */
export const CONTRACTS = 'contracts';

/** The page of changes between the versions. */
export const CHANGES = `${CONTRACTS}/changes.md`;

/** The GraphQL schema, of an API that serves it to clients. */
export const SCHEMA = `${CONTRACTS}/schema.graphql`;

const OPEN_API = new RegExp(`^${CONTRACTS}/openapi(?:\\.v(\\d+))?\\.json$`);

/** Whether a file is an OpenAPI document of the contracts, by its name. The folder may contain other files. */
export function isOpenApi(file: string): boolean {
  return OPEN_API.test(file);
}

/** The version of the OpenAPI document of one version; undefined for that of the unversioned paths, and for other files. */
export function versionOf(file: string): number | undefined {
  const version = OPEN_API.exec(file)?.[1];
  return version === undefined ? undefined : Number(version);
}
