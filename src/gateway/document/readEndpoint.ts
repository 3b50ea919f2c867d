import { readFileSync } from 'node:fs';
import { type DocumentNode, GraphQLError, Kind, Lexer, Source, TokenKind, parse } from 'graphql';
import { type EndpointDocument } from './EndpointDocument.ts';
import { diagnosticAt, DocumentError, shortPath } from '../errors/Diagnostic.ts';
import { readDirective } from './directives.ts';

/** Parses one file; a syntax error becomes a mistake at its line, as does what is nested too deep. */
export function parseFile(file: string): DocumentNode {
  try {
    const source = new Source(readFileSync(file, 'utf8'), file);
    refuseDepth(source);
    return parse(source);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { line = 1, column = 1 } = error.locations?.[0] ?? {};
    throw new DocumentError([{ file: shortPath(file), line, column, message: error.message, hint: '' }]);
  }
}

const MOST_LEVELS = 100;

/** Throws where brackets are nested deeper than anybody writes them; what reads the document would run out of stack. */
function refuseDepth(source: Source): void {
  const lexer = new Lexer(source);
  let levels = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (OPENING.has(token.kind)) levels++;
    if (CLOSING.has(token.kind)) levels--;
    if (levels <= MOST_LEVELS) continue;
    const message = `This is nested more than ${MOST_LEVELS} levels deep.`;
    throw new GraphQLError(message, { source, positions: [token.start] });
  }
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Reads the file of one endpoint: one named operation that carries `@endpoint`, maybe its lookup, and fragments. */
export function readEndpoint(file: string): EndpointDocument {
  const document = parseFile(file);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const other = document.definitions.find(
    (node) => node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION,
  );
  if (other) {
    throw new DocumentError([
      diagnosticAt(other, 'An endpoint document holds an operation, not a type.', 'Move it to the schema.'),
    ]);
  }

  const mounted = operations.filter((node) => node.directives?.some(({ name }) => name.value === 'endpoint'));
  const [lookup, third] = operations.filter((node) => !mounted.includes(node));
  const [operation, second] = mounted;
  const extra = second ?? third ?? (lookup?.operation === 'query' ? undefined : lookup);
  if (!operation || extra) {
    const message = 'One file is one endpoint: one operation with @endpoint, and at most a query that looks up for it.';
    const hint = operation
      ? 'Give each endpoint a file of its own.'
      : 'Add @endpoint(method: …, path: "…"), or move a shape to the folder "shapes".';
    throw new DocumentError([diagnosticAt(extra ?? lookup ?? document, message, hint)]);
  }
  if (!operation.name) {
    throw new DocumentError([diagnosticAt(operation, 'The operation has no name.', 'Name it, as in "query getUser".')]);
  }
  try {
    return {
      file,
      operation: { ...operation, name: operation.name },
      endpoint: readDirective('endpoint', operation)!,
      lookup,
      fragments,
      description: operation.description?.value,
    };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new DocumentError([diagnosticAt(operation, error.message, 'See schema/rest/directives.graphql.')]);
  }
}
