// The documents that requests execute: parts of the operations of a plan. Those of an upstream that has to know them are few, whatever
// requests select, and all of them can be listed: a field that requests can leave out has a condition (`@include`). GraphQL has none
// for an argument, so that a document without the objects whose variables are absent is another one.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type VariableDefinitionNode,
  getOperationAST,
  parse,
  visit,
} from 'graphql';
import { DiagnosticCollector, DocumentError, shortPath } from '../base/errors/Diagnostic.ts';
import type { ExecutionRequest, RequestDocument } from '../execute/Execute.ts';
import { mapFields, withInclude } from '../execute/mapFields.ts';
import { prunableGroups, pruneOperation, removeUnused } from '../execute/pruneOperation.ts';
import { PING, type PersistedDocument, persistDocument } from '../execute/remote/persistedDocuments.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { Variables } from '../plan/values/coercion.ts';
import { type FieldSelection, selectablePaths } from './read/requestSelection.ts';

/** What requests can leave out of an operation. */
export type Selectable = Pick<EndpointPlan, 'prunable' | 'fields'>;

/** Prepares which part of a document a request executes; undefined where it is the whole, or is for each request. */
export function prepareDocument(
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

/** The most documents of one operation: with ten objects, each of which can be left out by itself. */
const MAX_DOCUMENTS = 1_024;

/** Prepares the trusted documents of an operation. */
export function prepareTrusted(
  original: DocumentNode,
  { prunable = [], fields = [] }: Selectable,
  schema: GraphQLSchema,
) {
  const { document, conditions } = addConditions(original, selectablePaths(fields));
  const groups = prunableGroups(schema, document);
  const prune = (absent: readonly string[]) => pruneOperation(schema, document, new Set(absent));
  return {
    /** With every field, and every argument. */
    document,
    /** The request with the document and the variables of a selection. */
    select(request: ExecutionRequest, selection: FieldSelection | undefined): ExecutionRequest {
      const isAbsent = new Set(absentOf(prunable, request.variables));
      // An object with other variables keeps those that are absent: GraphQL leaves them out. See its specification, section 3.10.
      const absent = union(groups.filter((group) => group.every((name) => isAbsent.has(name))));
      const unmet = Object.keys(selection?.leftOut ?? {}).flatMap((path) => conditions.get(path) ?? []);
      return {
        ...request,
        ...(unmet.length > 0 && {
          variables: { ...request.variables, ...Object.fromEntries(unmet.map((name) => [name, false])) },
        }),
        document: absent.length > 0 ? { key: absent.join(), create: () => prune(absent) } : undefined,
      };
    },
    /** All documents that `select` can return; undefined for more than `MAX_DOCUMENTS`. */
    list(): DocumentNode[] | undefined {
      const found = new Map<string, readonly string[]>();
      for (const group of groups) {
        for (const other of [[], ...found.values()]) {
          const absent = union([group, other]);
          found.set(absent.join(), absent);
        }
        if (found.size >= MAX_DOCUMENTS) return undefined;
      }
      return [document, ...[...found.values()].map(prune)];
    },
  };
}

function union(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].sort();
}

/** The document with a condition at the fields of some response paths, which is met by default, and its variables by path. */
function addConditions(document: DocumentNode, paths: readonly string[]) {
  const conditions = new Map<string, string>();
  if (paths.length === 0) return { document, conditions };
  const added: VariableDefinitionNode[] = [];
  const names = new Set(getOperationAST(document)!.variableDefinitions?.map(({ variable }) => variable.name.value));
  const declare = (path: string): string => {
    let name = `select${path.replaceAll('/', '_')}`;
    while (names.has(name)) name += '_';
    names.add(name);
    conditions.set(path, name);
    const declared = parse(`query ($${name}: Boolean! = true) { __typename }`, { noLocation: true });
    added.push(...getOperationAST(declared)!.variableDefinitions!);
    return name;
  };
  const conditional = mapFields(document, new Set(paths), (node, path) =>
    withInclude(node, conditions.get(path) ?? declare(path)),
  );
  const extended = visit(conditional, {
    OperationDefinition: (node) => ({ ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...added] }),
    Field: { leave: (node) => nestCondition(node) },
  });
  return { document: removeUnused(extended), conditions };
}

/** A field with a second condition gets it from a fragment around it: a directive cannot be repeated. */
function nestCondition(node: FieldNode): InlineFragmentNode | undefined {
  const { directives = [] } = node;
  if (directives.filter(({ name }) => name.value === 'include').length < 2) return undefined;
  const field = { ...node, directives: directives.slice(0, -1) };
  return {
    kind: Kind.INLINE_FRAGMENT,
    directives: directives.slice(-1),
    selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
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
      const documents = prepareTrusted(parse(text, { noLocation: true }), selectable, schema).list();
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
