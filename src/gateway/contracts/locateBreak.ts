import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { Break } from './Break.ts';
import { versionOf } from './contractFiles.ts';

/** A place in the endpoint documents; a shape has no line. */
export interface DocumentLocation {
  file: string;
  line?: number;
}

/**
 * Where a breaking change comes from: the shape that it names, or else the document of its first endpoint. Undefined where the
 * endpoint does not exist any more.
 */
export function locateBreak({ versions }: ApiPlan, { file, change, endpoints }: Break): DocumentLocation | undefined {
  const version = versionOf(file);
  const own = versions.filter(({ number }) => version === undefined || number === version);
  const named = new Set(endpoints.map(withoutNames));
  const found = own
    .flatMap((each) => each.endpoints)
    .find(({ method, path }) => named.has(withoutNames(`${method} ${path}`)));
  if (!found) return undefined;
  const { source } = found;
  const [, component = ''] = /`(\w+)[.[`]/.exec(change) ?? [];
  const shape = source.shapes[component];
  return shape === undefined ? { file: source.file, line: source.line } : { file: shape };
}

/** The placeholders of a path may have other names in the document of the unversioned paths. */
function withoutNames(endpoint: string): string {
  return endpoint.replaceAll(/\{[^}]*\}/g, '{}');
}
