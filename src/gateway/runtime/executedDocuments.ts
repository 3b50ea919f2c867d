// The documents that requests execute: parts of the operations of a plan. Where an upstream has to know them, they are few, and all of
// them can be listed.
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import { DiagnosticCollector, DocumentError, shortPath } from '../errors/Diagnostic.ts';
import type { ExecutionRequest, RequestDocument } from '../execution/Execute.ts';
import { mapFields } from '../execution/mapFields.ts';
import { pruneOperation } from '../execution/pruneOperation.ts';
import { PING, type PersistedDocument, persistDocument } from '../execution/remote/persistedDocuments.ts';
import { MAX_DOCUMENTS, compileTrustedDocuments } from '../execution/trustedDocuments.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { Variables } from '../request/coercion.ts';
import { type FieldSelection, selectablePaths } from '../request/requestSelection.ts';

/** What requests can leave out of an operation. */
export type Selectable = Pick<EndpointPlan, 'prunable' | 'fields'>;

/** Compiles which part of a document a request executes; undefined where it is the whole, or is for each request. */
export function compileDocument(
  document: DocumentNode,
  { prunable = [], fields }: Selectable,
  schema: GraphQLSchema,
): ((variables: Variables, selection: FieldSelection | undefined) => RequestDocument | undefined) | undefined {
  if (prunable.length === 0 && !fields) return undefined;
  return (variables, selection) => {
    const absent = absentOf(prunable, variables);
    const key = selection?.key ?? '';
    if (absent.length === 0 && key === '') return undefined;
    return {
      key: `${absent.join()} ${key}`,
      create() {
        const leftOut = new Set(Object.keys(selection?.leftOut ?? {}));
        const selected = key === '' ? document : mapFields(document, leftOut, () => null);
        return pruneOperation(schema, selected, new Set(absent));
      },
    };
  };
}

function absentOf(prunable: readonly string[], variables: Variables): string[] {
  return prunable.filter((name) => !Object.hasOwn(variables, name) || variables[name] === undefined);
}

/** Compiles the trusted documents of an operation: the whole one, and the request of a selection. */
export function compileTrusted(
  original: DocumentNode,
  { prunable = [], fields = [] }: Selectable,
  schema: GraphQLSchema,
) {
  const { document, select, list } = compileTrustedDocuments(schema, original, selectablePaths(fields));
  return {
    document,
    list,
    select: (request: ExecutionRequest, selection: FieldSelection | undefined): ExecutionRequest => ({
      ...request,
      ...select(request.variables, {
        absent: absentOf(prunable, request.variables),
        paths: Object.keys(selection?.leftOut ?? {}),
      }),
    }),
  };
}

/**
 * All documents that requests to an API, and probes, send to an upstream that has to know them; each once, sorted by name and id. Throws
 * a DocumentError with each endpoint that has too many.
 */
export function listDocuments({ versions }: Pick<ApiPlan, 'versions'>, schema: GraphQLSchema): PersistedDocument[] {
  const found = new Map([[PING.id, PING]]);
  const refused = new DiagnosticCollector();
  for (const { name, operations, lookup, source, ...parts } of versions.flatMap(({ endpoints }) => endpoints)) {
    const executed: [string, Selectable][] = Object.values(operations).map((text) => [text, parts]);
    if (lookup) executed.push([lookup.operation, lookup]);
    for (const [text, selectable] of executed) {
      const documents = compileTrusted(parse(text, { noLocation: true }), selectable, schema).list();
      for (const document of documents?.map(persistDocument) ?? []) found.set(document.id, document);
      if (documents) continue;
      const message = `"${name}" has more than ${MAX_DOCUMENTS} documents, one for each combination of its optional objects and list items.`;
      const hint =
        'Make variables in them required, give them defaults, or take a whole object as one variable: an object is optional if all of its variables are.';
      refused.add({ file: shortPath(source.file), line: source.line, column: 1, message, hint });
    }
  }
  if (refused.diagnostics.length > 0) throw new DocumentError(refused.diagnostics);
  const keyOf = ({ name, id }: PersistedDocument) => `${name} ${id}`;
  return [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
