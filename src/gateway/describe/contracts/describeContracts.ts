// The contracts of an API, as the files that are committed: the OpenAPI documents, the GraphQL schema where clients query it,
// and the page of changes between versions.
import { type DefinitionNode, type GraphQLSchema, Kind, print } from 'graphql';
import type { Schema } from '../openapi/Schema.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import { renderChangesPage } from './changes/renderChangesPage.ts';
import { CHANGES, CONTRACTS, SCHEMA } from './contractFiles.ts';
import { writeJson } from '../../http/losslessJson.ts';

/** The files by their paths below the root of the project. The same API always has the same files. */
export function describeContracts({
  plan,
  openApi,
  schema,
}: {
  plan: ApiPlan;
  /** Its OpenAPI documents, by the path at which each is served. */
  openApi: ReadonlyMap<string, Schema>;
  /** The GraphQL schema, if its clients query that as well. */
  schema?: GraphQLSchema;
}): ReadonlyMap<string, string> {
  const documents = [...openApi].map(([path, document]): [string, string] => [
    `${CONTRACTS}/${fileOf(path)}`,
    `${writeJson(document, 2)}\n`,
  ]);
  return new Map([
    ...documents,
    ...(schema ? [[SCHEMA, printContract(schema)] as const] : []),
    [CHANGES, renderChangesPage(plan)],
  ]);
}

/** `/v1/openapi.json` becomes `openapi.v1.json`, and `/openapi.json` stays as it is. */
function fileOf(path: string): string {
  return path.slice(1).replace(/^(v\d+)\/openapi/, 'openapi.$1');
}

/** The SDL of a schema with its descriptions and its applied directives, which `printSchema` of graphql-js leaves out. */
function printContract(schema: GraphQLSchema): string {
  const elements = [schema, ...byName(schema.getDirectives()), ...byName(Object.values(schema.getTypeMap()))];
  const definitions = elements.flatMap(({ astNode, extensionASTNodes = [] }: Defined) => [
    ...(astNode ? [astNode] : []),
    ...extensionASTNodes,
  ]);
  return `${print({ kind: Kind.DOCUMENT, definitions })}\n`;
}

interface Defined {
  astNode?: DefinitionNode | null | undefined;
  extensionASTNodes?: readonly DefinitionNode[];
}

function byName<Named extends { name: string }>(elements: readonly Named[]): Named[] {
  return [...elements].sort((a, b) => (a.name < b.name ? -1 : 1));
}
