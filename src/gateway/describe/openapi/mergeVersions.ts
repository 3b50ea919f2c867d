import { groupBy } from '../groupBy.ts';
import { type Components, type Schema, anyOf, ref, referencesOf } from './Schema.ts';
import { mergeHeaders } from './mergeHeaders.ts';
import type { DescribedOperation } from './operations/describeOperations.ts';
import { isObject, writeJson } from '../../http/losslessJson.ts';

/** The body of an operation of several versions: where they differ, that of any of them. */
export function mergeBodies(versions: readonly Pick<DescribedOperation, 'body'>[]): DescribedOperation['body'] {
  const bodies = versions.flatMap(({ body }) => body ?? []);
  if (bodies.length === 0) return undefined;
  const encodings = bodies.flatMap(({ encoding }) => encoding ?? []);
  const bytes = new Set(bodies.flatMap((body) => body.bytes ?? []));
  return {
    required: bodies.every(({ required }) => required),
    schema: anyOf(bodies.map(({ schema }) => schema)),
    types: [...new Set(bodies.flatMap(({ types }) => types))],
    ...(encodings.length > 0 && { encoding: Object.assign({}, ...encodings) as Schema }),
    ...(bytes.size > 0 && { bytes: [...bytes] }),
  };
}

/** The parameters of any version; one that only some of them have is required by none. */
export function mergeParameters(versions: readonly Pick<DescribedOperation, 'parameters'>[]): Schema[] {
  const all = versions.flatMap(({ parameters }) => parameters);
  const byName = groupBy(all, (parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`);
  return [...byName.values()].map((same) => {
    const required = same.length === versions.length && same.every((parameter) => parameter['required'] === true);
    const isRest = same.some((parameter) => parameter['x-multi-segment'] === true);
    const rest = isRest && { 'x-multi-segment': true };
    return { ...same[0]!, ...rest, required, schema: anyOf(same.map(({ schema }) => schema as Schema)) };
  });
}

/**
 * The responses of an operation of several versions, by status: the media types of all of them. A header that only some
 * of them send is described in place, and not required. `components` are the Header Objects that they refer to.
 */
export function mergeResponses(versions: readonly Schema[], components: Schema): Schema {
  const merged: Record<string, Schema> = {};
  for (const [status, response] of versions.flatMap((responses) => Object.entries(responses as typeof merged))) {
    const known = merged[status];
    merged[status] = known ? mergeResponse(known, response, components) : response;
  }
  return merged;
}

/**
 * Adds the components of a further version to the known ones. An equal one keeps its name; one that differs, or that refers
 * to one that differs, gets the suffix. Returns a function that renames the references in a node of that version.
 */
export function separateVersions(components: Components, own: Components, suffix: string): <Node>(node: Node) => Node {
  const shared = [...own].filter(([name]) => components.has(name));
  /** By a reference, the references to the components that have it. */
  const users = new Map<string, string[]>();
  for (const [name, schema] of shared) {
    for (const reference of referencesOf(schema)) {
      users.set(reference, [...(users.get(reference) ?? []), referenceTo(name)]);
    }
  }
  const changed = shared.filter(([name, schema]) => writeJson(components.get(name)) !== writeJson(schema));
  /** References to the components that differ. Grows while it is iterated over. */
  const differing = new Set(changed.map(([name]) => referenceTo(name)));
  for (const reference of differing) for (const user of users.get(reference) ?? []) differing.add(user);
  const rename = <Node>(node: Node): Node => (differing.size === 0 ? node : renameReferences(node, differing, suffix));
  for (const [name, schema] of own) {
    components.set(differing.has(referenceTo(name)) ? name + suffix : name, rename(schema));
  }
  return rename;
}

function referenceTo(name: string): string {
  return ref(name)['$ref'] as string;
}

function mergeResponse(one: Schema, other: Schema, components: Schema): Schema {
  // A response that is a component is the same in all versions.
  if ('$ref' in one || '$ref' in other) return one;
  const content = { ...(one['content'] as Schema), ...(other['content'] as Schema) };
  return {
    ...one,
    headers: mergeHeaders(one['headers'] as Schema, other['headers'] as Schema, components),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function renameReferences<Value>(value: Value, references: ReadonlySet<unknown>, suffix: string): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => renameReferences(each, references, suffix)) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && references.has(each) ? `${each}${suffix}` : renameReferences(each, references, suffix),
    ]),
  ) as Value;
}
