import {
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type Source,
  isExecutableDefinitionNode,
} from 'graphql';
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { findNearest } from '../errors/nearNames.ts';
import type { EndpointDocument } from './EndpointDocument.ts';
import { DIRECTIVE_NAMES, directiveNode, readDirective } from './directives.ts';
import { parseFile } from './readDefinitions.ts';
import { validateEndpointDirective } from './validateDocument.ts';

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
