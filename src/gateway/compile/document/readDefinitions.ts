// Reads GraphQL files: shapes and lookups, which the endpoints of a version share, and the document of one endpoint.
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
  isExecutableDefinitionNode,
  parse,
} from 'graphql';
import { type DiagnosticCollector, shortPath } from '../../base/errors/Diagnostic.ts';
import { findNearest } from '../../base/errors/nearNames.ts';
import type { EndpointDocument, Lookup } from './Version.ts';
import { DIRECTIVE_NAMES, directiveNode, hasDirective, readDirective } from './directives.ts';
import { validateEndpointDirective } from './validateDefinitions.ts';

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

/**
 * Reads the file of one endpoint: one named operation with `@endpoint`, at most one lookup query, and fragments. Undefined
 * where the file is anything else, which is reported.
 */
export function readEndpoint(source: Source, diagnostics: DiagnosticCollector): EndpointDocument | undefined {
  const definitions = parseFile(source, diagnostics)?.definitions;
  if (!definitions) return undefined;
  const { report } = diagnostics;
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation, second] = operations.filter(isEndpoint);
  const [lookup, other] = operations.filter((node) => !isEndpoint(node));
  const foreign = definitions.find((node) => !isExecutableDefinitionNode(node));
  if (foreign) report(foreign, 'An endpoint document must not define types.', 'Move the definition to the schema.');
  if (!operation) {
    const hint =
      'Add @endpoint(method: GET, path: "/path") to its operation; a fragment that several endpoints share is in the folder "shapes".';
    if (!foreign) report(lookup ?? definitions[0], 'The document has no operation with @endpoint.', hint);
    return undefined;
  }
  if (second) {
    const message = `A document has one endpoint, but ${nameOf(second)} is the second operation with @endpoint.`;
    report(directiveNode(second, 'endpoint'), message, 'Move the operation to a document of its own.');
  }
  if (other) {
    const message = `A document has at most one lookup query, but ${nameOf(other)} is the second operation without @endpoint.`;
    report(other.name ?? other, message, 'Select what both look up in one query, or remove the operation.');
  }
  if (lookup && lookup.operation !== OperationTypeNode.QUERY) {
    const message = `The operation without @endpoint must be a lookup query, but ${nameOf(lookup)} is a ${lookup.operation}.`;
    report(lookup, message, 'Make it a query, or move it with an @endpoint to a document of its own.');
  }
  const { name } = operation;
  if (!name) report(operation, 'The operation has no name.', 'Name it, as in "query getUser".');
  const isValid = validateEndpointDirective(operation, report);
  if (!isValid || !name || foreign || second || other) return undefined;
  return {
    file: source.name,
    operation: { ...operation, name },
    endpoint: readDirective('endpoint', operation)!,
    lookup,
    fragments: definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION),
    description: operation.description?.value,
  };
}

function isEndpoint({ directives }: OperationDefinitionNode): boolean {
  return directives?.some(({ name }) => name.value === 'endpoint' || isMisspelled(name.value)) ?? false;
}

/** Whether a directive that nobody defines was meant to be `@endpoint`. */
function isMisspelled(name: string): boolean {
  return !DIRECTIVE_NAMES.includes(name) && findNearest(name, DIRECTIVE_NAMES) === 'endpoint';
}

function nameOf({ name, operation }: OperationDefinitionNode): string {
  return name ? `the ${operation} ${name.value}` : `the ${operation} without a name`;
}
