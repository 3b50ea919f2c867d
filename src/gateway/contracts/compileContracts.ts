// The contracts of an API, as the files that are committed: the OpenAPI documents, the GraphQL schema, and the page of
// changes between versions.
import type { GraphQLSchema } from 'graphql';
import type { Schema } from '../describe/openapi/Schema.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import { renderChanges } from './changes/renderChanges.ts';
import { printContract } from './graphql/printContract.ts';

/** The folder of the contracts, below the root of the repository. */
export const CONTRACTS = 'contracts';

/** The API whose contracts are written. */
export interface ContractSources {
  plan: ApiPlan;
  /** Its OpenAPI documents, by the path at which each is served. */
  openApi: ReadonlyMap<string, Schema>;
  schema: GraphQLSchema;
}

/** The files by their paths below the root of the repository. The same API always has the same files. */
export function compileContracts({ plan, openApi, schema }: ContractSources): ReadonlyMap<string, string> {
  const documents = [...openApi].map(([path, document]): [string, string] => [
    `${CONTRACTS}/${fileOf(path)}`,
    `${JSON.stringify(document, null, 2)}\n`,
  ]);
  return new Map([
    ...documents,
    [`${CONTRACTS}/schema.graphql`, printContract(schema)],
    ['docs/changes.md', renderChanges(plan)],
  ]);
}

/** `/v1/openapi.json` becomes `openapi.v1.json`, and `/openapi.json` stays as it is. */
function fileOf(path: string): string {
  return path.slice(1).replace(/^(v\d+)\/openapi/, 'openapi.$1');
}
