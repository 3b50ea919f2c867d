// Documents held to the schema, by the rules of GraphQL and by what they leave to those who make a whole of documents.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  KnownFragmentNamesRule,
  NoUnusedFragmentsRule,
  ProvidedRequiredArgumentsRule,
  specifiedRules,
  validate,
} from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import type { EndpointDocument } from './EndpointDocument.ts';
import { pagedArguments } from './pagedArguments.ts';
import type { Version } from './readVersions.ts';

/** What is wrong with an operation and all that it spreads. */
export function validateDocument(
  vocabulary: GraphQLSchema,
  document: DocumentNode,
  { connection }: Conventions,
  report: Report,
): void {
  const rules = specifiedRules.map((rule) =>
    rule === ProvidedRequiredArgumentsRule ? pagedArguments(connection) : rule,
  );
  for (const error of validate(vocabulary, document, rules)) report(nodeOf(error, document), error.message);
}

/** What is wrong with the shapes of a version, whether an endpoint spreads them or not. */
export function validateShapes({ shapes }: Version, vocabulary: GraphQLSchema, report: Report): void {
  if (shapes.size === 0) return;
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...shapes.values()] };
  for (const error of validate(vocabulary, document, OF_SHAPES)) report(nodeOf(error, document), error.message);
}

/** An unknown shape is told by whoever assembles the operation. */
const OF_SHAPES = specifiedRules.filter(
  (rule) => rule !== NoUnusedFragmentsRule && rule !== KnownFragmentNamesRule && rule !== ProvidedRequiredArgumentsRule,
);

/** Refuses a page whose fields or arguments the connection has only in name. */
export function checkPages(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  list: FieldNode,
  report: Report,
): void {
  const faults = new Set(documents.flatMap((document) => validate(schema, document).map(({ message }) => message)));
  for (const fault of faults) {
    const hint = 'Narrow styles:, or say in conventions.json what a connection has.';
    report(list, `A page of "${list.name.value}" cannot be asked for: ${fault}`, hint);
  }
}

/** Refuses fragments of a file that say nothing: two of one name, or one that nothing spreads. */
export function checkFragments(
  { fragments, lookup }: EndpointDocument,
  spread: readonly string[],
  report: Report,
): void {
  fragments.forEach((fragment, index) => {
    const name = fragment.name.value;
    if (fragments.slice(0, index).some((each) => each.name.value === name)) {
      report(fragment, `The fragment ${name} stands here twice.`, 'Rename one, or leave it out.');
    } else if (!lookup && !spread.includes(name)) {
      report(fragment, `Nothing spreads the fragment ${name}.`, 'Leave it out.');
    }
  });
}

function nodeOf({ nodes }: GraphQLError, document: DocumentNode) {
  return nodes?.find(({ kind }) => kind !== Kind.DOCUMENT) ?? document.definitions[0];
}
