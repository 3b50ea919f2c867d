import type { Schema } from './Schema.ts';

/**
 * The responses of an operation of several versions, by status: the media types of all of them. A header that only some
 * of them send is described in place, and not required. `components` are the Header Objects that they refer to.
 */
export function mergeResponses(versions: readonly Schema[], components: Schema): Schema {
  const [only, second] = versions;
  if (only && !second) return only;
  const merged: Record<string, Schema> = {};
  for (const responses of versions) {
    for (const [status, response] of Object.entries(responses as Record<string, Schema>)) {
      const known = merged[status];
      merged[status] = known ? mergeResponse(known, response, components) : response;
    }
  }
  return merged;
}

function mergeResponse(one: Schema, other: Schema, components: Schema): Schema {
  // A response that is a component is the same in all versions.
  if ('$ref' in one || '$ref' in other) return one;
  const contents = [one['content'], other['content']].filter((each) => each !== undefined);
  return {
    ...one,
    headers: mergeHeaders(one['headers'] as Schema, other['headers'] as Schema, components),
    ...(contents.length > 0 && { content: Object.assign({}, ...contents) as Schema }),
  };
}

function mergeHeaders(one: Schema = {}, other: Schema = {}, components: Schema): Schema {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => {
      const header = (one[name] ?? other[name]) as { $ref?: string };
      if (name in one && name in other) return [name, header];
      const shared = components[header.$ref?.split('/').at(-1) ?? ''] as Schema | undefined;
      return [name, { ...(shared ?? header), required: false }];
    }),
  );
}
