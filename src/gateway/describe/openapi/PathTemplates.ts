import { routePath } from '../../plan/Segment.ts';
import type { Schema } from './Schema.ts';
import type { DescribedOperation } from './describeOperations.ts';

/** A path of a document, and an operation with the names that the placeholders have there. */
export interface PlacedOperation {
  path: string;
  described: DescribedOperation;
}

/**
 * The paths of a document. Two templates that differ only in the names of placeholders are one path, spelled as it is the
 * first time. See OpenAPI 3.1, section 4.8.8.2.
 */
export class PathTemplates {
  readonly #paths = new Map<string, string>();

  /** Places an operation at its path. */
  place(described: DescribedOperation): PlacedOperation {
    const { path: own } = described.endpoint;
    const key = routePath(own);
    const path = this.#paths.get(key) ?? own;
    this.#paths.set(key, path);
    if (path === own) return { path, described };
    const names = placeholdersOf(path);
    const renamed = new Map(placeholdersOf(own).map((name, index) => [name, names[index]!]));
    const rename = (parameter: Schema): Schema =>
      parameter['in'] === 'path' ? { ...parameter, name: renamed.get(String(parameter['name'])) } : parameter;
    return { path, described: { ...described, parameters: described.parameters.map(rename) } };
  }
}

function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
}
