import { OpenApiReader, asObject } from './OpenApiReader.ts';

/** A reference of an OpenAPI document that refers only to itself, at once or through others; undefined where there is none. */
export function findReferenceCycle(document: unknown): string | undefined {
  const reader = new OpenApiReader(asObject(document));
  const nodes: unknown[] = [document];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const { $ref, ...own } = asObject(node);
    if (typeof $ref === 'string' && isCycle($ref, reader)) return $ref;
    nodes.push(...Object.values(own).filter((each) => typeof each === 'object' && each !== null));
    if (typeof $ref === 'object' && $ref !== null) nodes.push($ref);
  }
  return undefined;
}

function isCycle(reference: string, reader: OpenApiReader): boolean {
  const followed = new Set<string>();
  for (let $ref: unknown = reference; typeof $ref === 'string'; { $ref } = asObject(reader.targetOf($ref))) {
    if (followed.has($ref)) return true;
    followed.add($ref);
  }
  return false;
}
