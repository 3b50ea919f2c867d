import path from 'node:path';
import { type DocumentNode, GraphQLError, Lexer, type Source, TokenKind, parse } from 'graphql';
import { type DiagnosticCollector, shortPath } from '../errors/Diagnostic.ts';
import { findNearest } from '../errors/nearNames.ts';

/** Parses the source of a GraphQL file. A syntax error is reported at its position, and so is nesting deeper than MAX_DEPTH. */
export function parseFile(source: Source, diagnostics: DiagnosticCollector): DocumentNode | undefined {
  try {
    checkDepth(source);
    return parse(source);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { line = 1, column = 1 } = error.locations?.[0] ?? {};
    const hint = hintOf(error, source.name);
    diagnostics.add({ file: shortPath(source.name), line, column, message: error.message, hint });
    return undefined;
  }
}

const MAX_DEPTH = 100;

/** Refuses brackets that are nested deeper than anybody writes them; validation would run out of stack. */
function checkDepth(source: Source): void {
  const lexer = new Lexer(source);
  let depth = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (OPENING.has(token.kind)) depth++;
    if (CLOSING.has(token.kind)) depth--;
    if (depth <= MAX_DEPTH) continue;
    throw new GraphQLError(`The document is nested more than ${MAX_DEPTH} levels deep.`, {
      source,
      positions: [token.start],
      extensions: { hint: 'Make it flatter.' },
    });
  }
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

const KEYWORDS = ['query', 'mutation', 'fragment'];

/** Hints by what GraphQL's parser says; the first that matches. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [/found <EOF>/, 'Close every "{", "(" and "[".'],
  [/Unterminated string/, 'Close the string with a quotation mark; """ encloses a string of several lines.'],
  [/single quote/, 'Enclose strings in double quotation marks.'],
  [/Expected "\$"/, 'Write variables as ($name: Type); without variables, remove the parentheses.'],
  [/Expected ":"/, 'Write a colon between a name and its value or type.'],
  [/Expected Name, found "[})]"/, 'Name at least one element, or remove the brackets.'],
  [/Unexpected "[})\]]"/, 'Remove the bracket, or add the one that opens it.'],
];
const NOTHING = /^Syntax Error: Unexpected <EOF>/;

function hintOf({ message, extensions }: GraphQLError, file: string): string {
  if (typeof extensions['hint'] === 'string') return extensions['hint'];
  const keyword = findNearest(/Unexpected Name "(\w+)"/.exec(message)?.[1] ?? '', KEYWORDS);
  if (keyword !== undefined) return `Did you mean "${keyword}"?`;
  const { example, form } = describeForm(file);
  if (NOTHING.test(message)) return `Write ${example}.`;
  return HINTS.find(([pattern]) => pattern.test(message))?.[1] ?? `Write ${form}.`;
}

/** What a file must define, by its folder. */
function describeForm(file: string): { example: string; form: string } {
  const { dir, name } = path.parse(file);
  switch (path.basename(dir)) {
    case 'shapes':
      return {
        example: `a fragment, such as fragment ${name} on Type { field }`,
        form: `a shape as fragment ${name} on Type { field }`,
      };
    case 'lookups':
      return {
        example: `a query, such as query ${name} { field }`,
        form: `a lookup as query ${name}($variable: Type) { field }`,
      };
    default:
      return {
        example: 'an operation, such as query name @endpoint(…) { field }',
        form: 'an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }',
      };
  }
}
