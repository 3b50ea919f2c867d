// Validates documents against the schema: by the rules of GraphQL, and by those about how files make up a document.
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  validate,
} from 'graphql';
import type { ConnectionNames, Conventions } from '../conventions/Conventions.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import { directiveNode } from './directiveNode.ts';
import type { EndpointDocument } from './EndpointDocument.ts';
import { memoizeByNode } from './memoizeByNode.ts';
import { reportErrors } from './reportErrors.ts';
import { PAGE_RULES, SHAPE_RULES, operationRules } from './validationRules.ts';
import type { SharedDefinitions } from './Version.ts';

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
    if (fragments.slice(0, index).some((each) => each.name.value === name)) {
      report(fragment.name, `The fragment "${name}" is defined twice.`, 'Rename or remove one of them.');
    } else if ((!lookup || endpoint.lookup !== undefined) && !spread.includes(name)) {
      report(fragment.name, `The fragment "${name}" is never used.`, 'Spread it, or remove it.');
    }
  });
}
