// Reads GraphQL files, and of them the definitions that the endpoints of a version share: shapes and lookups.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  Source,
  parse,
} from 'graphql';
import { type DiagnosticCollector, shortPath } from '../errors/Diagnostic.ts';
import { hasDirective } from './directives.ts';

/** The source of a GraphQL file. */
export function readSource(file: string): Source {
  return new Source(readFileSync(file, 'utf8'), file);
}

/** Parses the source of a GraphQL file. A syntax error is reported at its position. */
export function parseFile(source: Source, diagnostics: DiagnosticCollector): DocumentNode | undefined {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { line = 1, column = 1 } = error.locations?.[0] ?? {};
    const hint = `Correct the syntax: write ${formOf(source.name)}.`;
    diagnostics.add({ file: shortPath(source.name), line, column, message: error.message, hint });
    return undefined;
  }
}

/** What a file must define. */
function formOf(file: string): string {
  const { name } = path.parse(file);
  if (isShape(file)) return `a shape as fragment ${name} on Type { field }`;
  if (isLookup(file)) return `a lookup as query ${name}($variable: Type) { field }`;
  return 'an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }';
}

/** Whether a file is a shape: a fragment that all endpoints of a version can spread. */
export function isShape(file: string): boolean {
  return path.basename(path.dirname(file)) === 'shapes';
}

/** Whether a file is a lookup: a query that any endpoint of a version can run before its own operation. */
export function isLookup(file: string): boolean {
  return path.basename(path.dirname(file)) === 'lookups';
}

/** A query with a name. */
export type Lookup = OperationDefinitionNode & { name: NonNullable<OperationDefinitionNode['name']> };

/** Reads the file of one shape: a fragment with the name of the file. Undefined where it is anything else, which is reported. */
export function readShape(source: Source, diagnostics: DiagnosticCollector): FragmentDefinitionNode | undefined {
  const isFragment = (node: DefinitionNode) => node.kind === Kind.FRAGMENT_DEFINITION;
  return readNamed(source, diagnostics, { noun: 'shape', expected: 'a fragment', isExpected: isFragment });
}

/** Reads the file of one lookup: a query with the name of the file. Undefined where it is anything else, which is reported. */
export function readLookup(source: Source, diagnostics: DiagnosticCollector): Lookup | undefined {
  const isExpected = (node: DefinitionNode): node is Lookup =>
    node.kind === Kind.OPERATION_DEFINITION &&
    node.operation === OperationTypeNode.QUERY &&
    node.name !== undefined &&
    !hasDirective(node, 'endpoint');
  return readNamed(source, diagnostics, { noun: 'lookup', expected: 'a query without @endpoint', isExpected });
}

interface NamedKind<Definition extends DefinitionNode> {
  noun: string;
  expected: string;
  isExpected(node: DefinitionNode): node is Definition;
}

function readNamed<Definition extends FragmentDefinitionNode | Lookup>(
  source: Source,
  diagnostics: DiagnosticCollector,
  { noun, expected, isExpected }: NamedKind<Definition>,
): Definition | undefined {
  const document = parseFile(source, diagnostics);
  if (!document) return undefined;
  const [definition, second] = document.definitions;
  if (!definition || !isExpected(definition)) {
    const message = `A file in the folder "${noun}s" must define ${expected}.`;
    diagnostics.report(definition, message, `Write ${formOf(source.name)}, or move the file out of the folder.`);
  } else if (definition.name.value !== path.basename(source.name, '.graphql')) {
    const message = `The ${noun} "${definition.name.value}" must have the name of its file.`;
    diagnostics.report(definition.name, message, 'Rename one of them.');
  } else if (second) {
    const message = `A file in the folder "${noun}s" must define one ${noun} only.`;
    diagnostics.report(second, message, 'Move it to a file of its own.');
  } else {
    return definition;
  }
  return undefined;
}
