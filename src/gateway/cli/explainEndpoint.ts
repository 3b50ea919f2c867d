import { type DefinitionNode, type DocumentNode, Kind, print } from 'graphql';
import type { Endpoint } from '../runtime/Endpoint.ts';
import { stripVocabulary } from '../document/assembleDocument.ts';
import { shortPath } from '../errors/DocumentError.ts';
import { describeResponses, sharedComponents } from '../describe/openapi/describeResponses.ts';
import type { Components, Schema } from '../describe/openapi/Schema.ts';
import { type ExplainedInput, explainInputs } from './explainInputs.ts';
import { type NeededScopes, neededScopes } from '../describe/neededScopes.ts';

/** Everything about one endpoint that does not depend on a request. */
export interface ExplainedEndpoint {
  version: number;
  method: string;
  path: string;
  operation: string;
  description: string | null;
  file: string;
  line: number;
  /** The shapes that the answer is made of, with their files. */
  shapes: Readonly<Record<string, string>>;
  inputs: readonly ExplainedInput[];
  scopes: NeededScopes;
  /**
   * The GraphQL that is executed, by the way to ask for a page; under `PLAIN` where there are no pages. What is looked up
   * before stands under `LOOKUP`.
   */
  operations: Readonly<Record<string, string>>;
  /** What each of the operations spreads. */
  fragments: string;
  /** What it can answer, and what that means. */
  statuses: Readonly<Record<string, string>>;
}

/** Explains an endpoint; the references of its inputs are put into `components`. */
export function explainEndpoint(endpoint: Endpoint, components: Components): ExplainedEndpoint {
  const { version, document, documents, lookup } = endpoint;
  const [first] = documents.values();
  const executed = new Map<string, DocumentNode>([
    ...(lookup ? [['LOOKUP', stripVocabulary(lookup.document)] as const] : []),
    ...documents,
  ]);
  const { method, path } = document.endpoint;
  return {
    version,
    method,
    path,
    operation: document.operation.name.value,
    description: document.description ?? null,
    file: shortPath(document.file),
    line: document.operation.loc?.startToken.line ?? 1,
    shapes: shapesOf(endpoint),
    inputs: explainInputs(endpoint, components),
    scopes: neededScopes(endpoint),
    operations: Object.fromEntries([...executed].map(([plan, each]) => [plan, printOf(each, isOperation)])),
    fragments: printOf(first!, isFragment),
    statuses: statusesOf(endpoint),
  };
}

const isOperation = ({ kind }: DefinitionNode) => kind === Kind.OPERATION_DEFINITION;
const isFragment = ({ kind }: DefinitionNode) => kind === Kind.FRAGMENT_DEFINITION;

function printOf({ definitions }: DocumentNode, isWanted: (node: DefinitionNode) => boolean): string {
  return print({ kind: Kind.DOCUMENT, definitions: definitions.filter(isWanted) });
}

function shapesOf({ documents, shapes, document: { fragments } }: Endpoint): Record<string, string> {
  const [first] = documents.values();
  const own = new Set(fragments.map(({ name }) => name.value));
  const names = first!.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [node.name.value] : []));
  return Object.fromEntries(
    names.filter((name) => !own.has(name)).map((name) => [name, shortPath(shapes.get(name)?.loc?.source.name ?? '')]),
  );
}

function statusesOf(endpoint: Endpoint): Record<string, string> {
  const shared = sharedComponents([endpoint]).responses as Readonly<Record<string, Schema>>;
  return Object.fromEntries(
    Object.entries(describeResponses(endpoint, {}) as Readonly<Record<string, Schema>>).map(([status, response]) => {
      const name = String(response['$ref']).split('/').at(-1)!;
      return [status, String((shared[name] ?? response)['description'])];
    }),
  );
}
