import path from 'node:path';
import { type FragmentDefinitionNode, Kind, type Source } from 'graphql';
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
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
