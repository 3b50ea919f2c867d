import { buildSchema } from 'graphql';
import type { EndpointDocument, Version } from '../../../../../src/gateway/compile/document/Version.ts';
import { assembleDocument } from '../../../../../src/gateway/compile/document/assembleDocument.ts';
import { checkConventions } from '../../../../../src/gateway/compile/document/checkConventions.ts';
import { checkEndpoint } from '../../../../../src/gateway/compile/document/checkEndpointArguments.ts';
import {
  checkIneffectiveDirectives,
  checkIneffectiveLookupDirectives,
} from '../../../../../src/gateway/compile/document/checkIneffectiveDirectives.ts';
import { withDirectives } from '../../../../../src/gateway/compile/document/directives.ts';
import { readVersions } from '../../../../../src/gateway/compile/document/readVersions.ts';
import {
  checkFragments,
  checkShapeNames,
  validateDocument,
  validateShapes,
} from '../../../../../src/gateway/compile/document/validateDefinitions.ts';
import { DiagnosticCollector, DocumentError } from '../../../../../src/gateway/base/errors/Diagnostic.ts';
import { type Files, withFolder } from './withFolder.ts';

export const librarySchema = buildSchema(`
  scalar Isbn
  enum Genre { FICTION FACT }
  enum Method { SLOW FAST }
  type Query {
    book(id: ID!): Book
    books(first: Int!, after: String, genre: Genre): BookConnection!
    find(filter: Filter): Book
    item(id: ID!): Item
    shelves: [Shelf!]!
  }
  type Mutation { addBook(input: BookInput!): Book touch: Boolean }
  type Book { id: ID! title: String! isbn: Isbn genre: Genre author: Author shelf: Shelf }
  type Author { name: String! books: [Book!]! }
  type Shelf { name: String! }
  union Item = Book | Shelf
  type BookConnection { nodes: [Book] pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  input BookInput { title: String! genre: Genre }
  input Filter { title: String genre: Genre }
`);

/** `file:line:column: message | hint` of all diagnostics of a folder of documents over the library. */
export function diagnose(files: Files): string[] {
  return withFolder(files, (folder) =>
    diagnosticsIn(folder).map(
      ({ file, line, column, message, hint }) =>
        `${file.replace(folder, '').replace(/^\//, '')}:${line}:${column}: ${message.replaceAll(`${folder}/`, '')} | ${hint}`,
    ),
  );
}

/** Those of one document in v1, without its name. */
export function diagnoseDocument(text: string, more: Files = {}): string[] {
  return diagnose({ 'v1/a.graphql': text, ...more }).map((each) => each.replace('v1/a.graphql:', ''));
}

function diagnosticsIn(folder: string) {
  const diagnostics = new DiagnosticCollector();
  try {
    const { schema: vocabulary } = withDirectives(librarySchema);
    for (const version of readVersions(folder, diagnostics)) {
      checkConventions(version, librarySchema, diagnostics);
      checkShapeNames(version, librarySchema, diagnostics.report);
      validateShapes(version, vocabulary, diagnostics.report);
      for (const document of version.endpoints.values()) checkDocument(document, version, diagnostics);
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.diagnostics;
  }
  return diagnostics.diagnostics;
}

function checkDocument(source: EndpointDocument, version: Version, { report }: DiagnosticCollector): void {
  const { schema: vocabulary } = withDirectives(librarySchema);
  const assembled = assembleDocument(source, version, report, vocabulary);
  const { document, fragments } = assembled;
  validateDocument(vocabulary, document, version.conventions, report);
  checkEndpoint(source, report);
  checkIneffectiveDirectives(assembled, report);
  checkFragments(source, [...fragments.keys()], report);
  if (!source.lookup) return;
  const lookup = assembleDocument({ ...source, operation: source.lookup }, version, report, vocabulary);
  validateDocument(vocabulary, lookup.document, version.conventions, report);
  checkIneffectiveLookupDirectives(lookup.document, report);
}
