// The documents of an operation that an upstream has to know before they are sent. They are few, whatever requests select: a field that
// requests can leave out has a condition (`@include`). GraphQL has none for an argument, so that a document without the objects whose
// variables are absent is another one.
import {
  type BooleanValueNode,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type NameNode,
  type VariableDefinitionNode,
  getOperationAST,
  visit,
} from 'graphql';
import type { ExecutionRequest } from './Execute.ts';
import { mapFields } from './mapFields.ts';
import { prunableGroups, pruneOperation, removeUnused } from './pruneOperation.ts';

/** The most documents of one operation: with ten objects, each of which can be left out by itself. */
export const MAX_DOCUMENTS = 1_024;

/** What a request leaves out of a document. */
interface LeftOut {
  /** Variables without a value. */
  absent: readonly string[];
  /** Response paths, such as `/user/author`. */
  paths: readonly string[];
}

/** Compiles the documents of one operation, of which requests can leave out the fields at some response paths. */
export function compileTrustedDocuments(schema: GraphQLSchema, original: DocumentNode, paths: readonly string[]) {
  const { document, conditions } = addConditions(original, paths);
  const groups = prunableGroups(schema, document);
  const prune = (absent: readonly string[]) => pruneOperation(schema, document, new Set(absent));
  return {
    /** With every field, and every argument. */
    document,
    /** The document and the variables of a request. */
    select(
      variables: ExecutionRequest['variables'],
      leftOut: LeftOut,
    ): Pick<ExecutionRequest, 'variables' | 'document'> {
      const isAbsent = (name: string) => leftOut.absent.includes(name);
      // An object with other variables keeps those that are absent: GraphQL leaves them out. See its specification, section 3.10.
      const absent = union(groups.filter((group) => group.every(isAbsent)));
      const unmet = leftOut.paths.flatMap((path) => conditions.get(path) ?? []);
      return {
        variables:
          unmet.length > 0 ? { ...variables, ...Object.fromEntries(unmet.map((name) => [name, false])) } : variables,
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
  const { variableDefinitions = [] } = getOperationAST(document)!;
  const names = new Set(variableDefinitions.map(({ variable }) => variable.name.value));
  const declare = (path: string): string => {
    let name = `select${path.replaceAll('/', '_')}`;
    while (names.has(name)) name += '_';
    names.add(name);
    conditions.set(path, name);
    return name;
  };
  const conditional = mapFields(document, new Set(paths), (node, path) => {
    const { directives = [] } = node;
    return { ...node, directives: [...directives, include(conditions.get(path) ?? declare(path))] };
  });
  const added = [...conditions.values()].map(define);
  const extended = visit(conditional, {
    OperationDefinition: (node) => ({ ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...added] }),
    Field: { leave: (node) => nestCondition(node) },
  });
  return { document: removeUnused(extended), conditions };
}

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });
const INCLUDE = 'include';

function include(variable: string): DirectiveNode {
  const value = { kind: Kind.VARIABLE, name: nameNode(variable) } as const;
  const condition = { kind: Kind.ARGUMENT, name: nameNode('if'), value } as const;
  return { kind: Kind.DIRECTIVE, name: nameNode(INCLUDE), arguments: [condition] };
}

/** The definition of a variable of type `Boolean!` that is true by default. */
function define(name: string): VariableDefinitionNode {
  const type = { kind: Kind.NAMED_TYPE, name: nameNode('Boolean') } as const;
  const defaultValue: BooleanValueNode = { kind: Kind.BOOLEAN, value: true };
  const directives: ConstDirectiveNode[] = [];
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: nameNode(name) },
    type: { kind: Kind.NON_NULL_TYPE, type },
    defaultValue,
    directives,
  };
}

/** A field with a second condition gets it from a fragment around it: a directive cannot be repeated. */
function nestCondition(node: FieldNode): InlineFragmentNode | undefined {
  const { directives = [] } = node;
  if (directives.filter(({ name }) => name.value === INCLUDE).length < 2) return undefined;
  const field = { ...node, directives: directives.slice(0, -1) };
  return {
    kind: Kind.INLINE_FRAGMENT,
    directives: directives.slice(-1),
    selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
  };
}
