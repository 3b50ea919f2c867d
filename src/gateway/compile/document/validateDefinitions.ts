// Validates documents against the schema: by the rules of GraphQL, and by those about how files make up a document.
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  Kind,
  type OperationDefinitionNode,
  isInputObjectType,
  validate,
} from 'graphql';
import type { ConnectionNames, Conventions } from '../../plan/conventions/Conventions.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import type { EndpointDocument, SharedDefinitions, Version } from './Version.ts';
import { directiveNode, hasDirective, withDirectives } from './directives.ts';
import { memoizeByNode } from './memoizeByNode.ts';
import { DIRECTIVE_RULES, PAGE_RULES, SHAPE_RULES, operationRules } from './validationRules.ts';

/** Validates an operation together with the fragments that it spreads. */
export function validateDocument(
  vocabulary: GraphQLSchema,
  document: DocumentNode,
  { connection }: Conventions,
  report: ReportDiagnostic,
): void {
  const [first, ...others] = document.definitions;
  reportErrors(errorsOf(first!, vocabulary, connection, ...others), document, report);
}

/** Most conventions change nothing about a document: it is validated again only if one of its definitions is another. */
const errorsOf = memoizeByNode(
  (
    first: DefinitionNode,
    vocabulary: GraphQLSchema,
    connection: ConnectionNames,
    ...others: readonly DefinitionNode[]
  ): readonly GraphQLError[] =>
    validate(vocabulary, { kind: Kind.DOCUMENT, definitions: [first, ...others] }, operationRules(connection)),
);

/** Validates the shapes of a version, whether an endpoint spreads them or not. */
export function validateShapes(
  { shapes }: Pick<SharedDefinitions, 'shapes'>,
  vocabulary: GraphQLSchema,
  report: ReportDiagnostic,
): void {
  const definitions = [...shapes.keys()].map((name) => shapes.get(name)!);
  if (definitions.length === 0) return;
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  reportErrors(validate(vocabulary, document, SHAPE_RULES), document, report);
}

/** Refuses a page for which the connection lacks a field or an argument, or has one of another type. */
export function checkPages(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  list: FieldNode,
  report: ReportDiagnostic,
): void {
  const errors = new Set(
    documents.flatMap((document) => validate(schema, document, PAGE_RULES).map(({ message }) => message)),
  );
  for (const error of errors) {
    const message = `@paginate cannot select a page of "${list.name.value}": ${error}`;
    const hint = 'Leave the style out of styles:, or set "connection" in conventions.json to the names of this schema.';
    report(directiveNode(list, 'paginate'), message, hint);
  }
}

/** Refuses the fragments of a file that have no effect: the second of a name, or one that is never spread. */
export function checkFragments(
  { fragments, lookup, endpoint }: EndpointDocument,
  spread: readonly string[],
  report: ReportDiagnostic,
): void {
  fragments.forEach((fragment, index) => {
    const name = fragment.name.value;
    if (fragments.slice(0, index).some((earlier) => earlier.name.value === name)) {
      report(fragment.name, `The fragment "${name}" is defined twice.`, 'Rename or remove one of them.');
    } else if ((!lookup || endpoint.lookup !== undefined) && !spread.includes(name)) {
      report(fragment.name, `The fragment "${name}" is never used.`, 'Spread it, or remove it.');
    }
  });
}

/** The names of the components that every OpenAPI document has. */
export const RESERVED = new Set([
  'Error',
  'Problem',
  'OffsetPagination',
  'OffsetPaginationAndCursor',
  'PagePagination',
  'PagePaginationAndCursor',
  'CursorPagination',
]);

/** Refuses a shape with the name of another component of the OpenAPI document. */
export function checkShapeNames({ shapes }: Version, schema: GraphQLSchema, report: ReportDiagnostic): void {
  for (const [name, shape] of shapes) {
    const listed = name.endsWith('List') ? name.slice(0, -'List'.length) : '';
    const owner = RESERVED.has(name)
      ? 'a component of every OpenAPI document'
      : shapes.has(listed)
        ? `the component for lists of the shape "${listed}"`
        : isInputObjectType(schema.getType(name))
          ? 'the component for the input object'
          : undefined;
    if (owner === undefined) continue;
    report(shape.name, `The shape "${name}" has the name of ${owner}.`, 'Rename the shape and its file.');
  }
}

const QUERY = new GraphQLObjectType({ name: 'Query', fields: { field: { type: GraphQLString } } });
const { schema: VOCABULARY } = withDirectives(new GraphQLSchema({ query: QUERY }));

/**
 * Validates the directives of an operation that are not checked against a schema: `@endpoint`, or its misspelled name.
 * Returns whether `@endpoint` can be read.
 */
export function validateEndpointDirective(operation: OperationDefinitionNode, report: ReportDiagnostic): boolean {
  const hasEndpoint = hasDirective(operation, 'endpoint');
  const directives = operation.directives?.filter(({ name }) => !hasEndpoint || name.value === 'endpoint') ?? [];
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [{ ...operation, directives, variableDefinitions: [], selectionSet: EMPTY }],
  };
  const errors = validate(VOCABULARY, document, DIRECTIVE_RULES);
  reportErrors(errors, document, report);
  return errors.length === 0;
}

const EMPTY = { kind: Kind.SELECTION_SET as const, selections: [] };

/** Reports the errors of GraphQL's validation, each at its first node, with the hint among its extensions. */
function reportErrors(errors: readonly GraphQLError[], document: DocumentNode, report: ReportDiagnostic): void {
  for (const { nodes, message, extensions } of errors) {
    const node = nodes?.find(({ kind }) => kind !== Kind.DOCUMENT) ?? document.definitions[0];
    report(node, message, typeof extensions['hint'] === 'string' ? extensions['hint'] : '');
  }
}
