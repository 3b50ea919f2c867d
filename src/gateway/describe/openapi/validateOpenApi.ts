import type { Schema } from './Schema.ts';

/** An OpenAPI document that tools would refuse: a defect of its endpoint documents or of this program. */
export class OpenApiError extends Error {}

/**
 * Throws an OpenApiError unless every reference resolves, operation ids and the parameters of an operation are unique, each
 * placeholder of a path is a required parameter, and tags and security schemes are declared. See OpenAPI 3.1, section 4.8.
 * `references` are those of the document.
 */
export function validateOpenApi(document: Schema, references = referencesOf(document)): void {
  const refuse = (problem: string): never => {
    throw new OpenApiError(`The OpenAPI document is not valid: ${problem}.`);
  };
  const { paths, components, tags } = document as unknown as OpenApiDocument;
  const defined = new Set<string>();
  for (const [kind, all] of Object.entries(components)) {
    for (const name of Object.keys(all)) defined.add(`#/components/${kind}/${name}`);
  }
  for (const reference of references) {
    if (!defined.has(reference)) refuse(`${reference} does not exist`);
  }
  const declared = new Set(tags.map(({ name }) => name));
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(paths)) {
    const placeholders = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
    for (const [method, operation] of Object.entries(item)) {
      const { operationId, parameters = [] } = operation;
      const place = `${method.toUpperCase()} ${path}`;
      if (ids.has(operationId)) refuse(`the operationId ${operationId} of ${place} is not unique`);
      ids.add(operationId);
      const names = parameters.map((each) => `${each.in} ${each.name}`);
      const twice = names.find((name, index) => names.indexOf(name) < index);
      if (twice !== undefined) refuse(`the parameter ${twice} of ${place} is declared twice`);
      const inPath = parameters.filter((each) => each.in === 'path' && each.required).map(({ name }) => name);
      const missing = placeholders.find((name) => !inPath.includes(name));
      if (missing !== undefined) refuse(`{${missing}} of ${place} is not a required parameter`);
      const extra = inPath.find((name) => !placeholders.includes(name));
      if (extra !== undefined) refuse(`the parameter ${extra} of ${place} is not in the path`);
      for (const tag of operation.tags) if (!declared.has(tag)) refuse(`the tag ${tag} of ${place} is not declared`);
      for (const scheme of operation.security.flatMap(Object.keys)) {
        if (!defined.has(`#/components/securitySchemes/${scheme}`)) refuse(`the scheme ${scheme} does not exist`);
      }
    }
  }
}

interface OpenApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<Record<string, Schema>>;
  tags: readonly { name: string }[];
}

interface Operation {
  operationId: string;
  tags: readonly string[];
  parameters?: readonly { name: string; in: string; required: boolean }[];
  security: readonly Schema[];
}

/** The keywords whose values are data: a `$ref` in them is no reference. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Every reference in a node of an OpenAPI document. */
export function referencesOf(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  if (Array.isArray(node)) {
    for (const each of node as unknown[]) referencesOf(each, found);
    return found;
  }
  const object = node as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (key === '$ref' && typeof value === 'string') found.add(value);
    else if (key === 'properties') for (const each of Object.values(value as object)) referencesOf(each, found);
    else if (typeof value === 'object' && !DATA.has(key)) referencesOf(value, found);
  }
  return found;
}
