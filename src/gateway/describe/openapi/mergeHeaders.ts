import { type Schema } from './Schema.ts';

/** The headers of either; one that only one has is described in place, and not required. */
export function mergeHeaders(one: Schema = {}, other: Schema = {}, components: Schema): Schema {
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
