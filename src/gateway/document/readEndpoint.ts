import {
  type DefinitionNode,
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type Source,
  isExecutableDefinitionNode,
} from 'graphql';
import type { DiagnosticCollector, ReportDiagnostic } from '../errors/Diagnostic.ts';
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
  const document = parseFile(source, diagnostics);
  const operations = document && selectOperations(document, diagnostics.report);
  if (!operations) return undefined;
  const { operation, lookup } = operations;
  return {
    file: source.name,
    operation,
    endpoint: readDirective('endpoint', operation)!,
    lookup,
    fragments: document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION),
    description: operation.description?.value,
  };
}

interface Operations {
  operation: EndpointDocument['operation'];
  lookup: OperationDefinitionNode | undefined;
}

function selectOperations({ definitions }: DocumentNode, report: ReportDiagnostic): Operations | undefined {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation, second] = operations.filter(isEndpoint);
  const [lookup, other] = operations.filter((node) => !isEndpoint(node));
  const foreign = definitions.find((node) => !isExecutableDefinitionNode(node));
  if (foreign) report(foreign, 'An endpoint document must not define types.', 'Move the definition to the schema.');
  if (!operation) {
    reportMissing(lookup, definitions, report);
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
  return { operation: { ...operation, name }, lookup };
}

function isEndpoint({ directives }: OperationDefinitionNode): boolean {
  return directives?.some(({ name }) => name.value === 'endpoint' || isMisspelled(name.value)) ?? false;
}

/** Whether a directive that nobody defines was meant to be `@endpoint`. */
function isMisspelled(name: string): boolean {
  return !DIRECTIVE_NAMES.includes(name) && findNearest(name, DIRECTIVE_NAMES) === 'endpoint';
}

function reportMissing(
  operation: OperationDefinitionNode | undefined,
  [first]: readonly DefinitionNode[],
  report: ReportDiagnostic,
): void {
  if (operation) {
    const hint = 'Add @endpoint(method: GET, path: "/path") after the name and variables of the operation.';
    report(operation, `${capitalize(nameOf(operation))} has no @endpoint.`, hint);
  } else if (first?.kind === Kind.FRAGMENT_DEFINITION) {
    const hint = 'Move a fragment that several endpoints share to the folder "shapes" of the version.';
    report(first, 'The document has no operation with @endpoint.', hint);
  }
}

function nameOf({ name, operation }: OperationDefinitionNode): string {
  return name ? `the ${operation} ${name.value}` : `the ${operation} without a name`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
