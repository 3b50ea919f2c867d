// Reads the files of what the endpoints of a version share: shapes and lookups.
import path from 'node:path';
import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type Source,
} from 'graphql';
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { hasDirective } from './directives.ts';
import { parseFile } from './parseFile.ts';

/** Whether a file is a shape: a fragment that all endpoints of a version can spread. */
export function isShape(file: string): boolean {
  return path.basename(path.dirname(file)) === 'shapes';
}

/** Reads the file of one shape: a fragment with the name of the file. Undefined where it is anything else, which is reported. */
export function readShape(source: Source, diagnostics: DiagnosticCollector): FragmentDefinitionNode | undefined {
  const document = parseFile(source, diagnostics);
  if (!document) return undefined;
  const [shape, second] = document.definitions;
  const name = path.basename(source.name, '.graphql');
  if (shape?.kind !== Kind.FRAGMENT_DEFINITION) {
    const message = 'A file in the folder "shapes" must define a fragment.';
    diagnostics.report(shape, message, `Write "fragment ${name} on …", or move the file out of the folder.`);
  } else if (shape.name.value !== name) {
    const message = `The shape "${shape.name.value}" must have the name of its file.`;
    diagnostics.report(
      shape.name,
      message,
      `Rename the fragment to "${name}", or the file to ${shape.name.value}.graphql.`,
    );
  } else if (second) {
    diagnostics.report(
      second,
      'A file in the folder "shapes" must define one fragment only.',
      'Move it to a file of its own.',
    );
  } else {
    return shape;
  }
  return undefined;
}

/** Whether a file is a lookup: a query that any endpoint of a version can run before its own operation. */
export function isLookup(file: string): boolean {
  return path.basename(path.dirname(file)) === 'lookups';
}

/** A query with a name. */
export type Lookup = OperationDefinitionNode & { name: NonNullable<OperationDefinitionNode['name']> };

/** Reads the file of one lookup: a query with the name of the file. Undefined where it is anything else, which is reported. */
export function readLookup(source: Source, diagnostics: DiagnosticCollector): Lookup | undefined {
  const document = parseFile(source, diagnostics);
  if (!document) return undefined;
  const [lookup, second] = document.definitions;
  const fileName = path.basename(source.name, '.graphql');
  const isQuery = lookup?.kind === Kind.OPERATION_DEFINITION && lookup.operation === OperationTypeNode.QUERY;
  if (!isQuery || hasDirective(lookup, 'endpoint')) {
    const message = 'A file in the folder "lookups" must define a query without @endpoint.';
    diagnostics.report(lookup, message, `Write "query ${fileName} { … }", or move the file out of the folder.`);
  } else if (lookup.name?.value !== fileName) {
    const message = `The lookup "${lookup.name?.value ?? ''}" must have the name of its file.`;
    diagnostics.report(lookup.name ?? lookup, message, `Rename the query to "${fileName}", or rename the file.`);
  } else if (second) {
    const message = 'A file in the folder "lookups" must define one query only.';
    diagnostics.report(second, message, 'Move it to a file of its own; shapes can be spread.');
  } else {
    return { ...lookup, name: lookup.name };
  }
  return undefined;
}
