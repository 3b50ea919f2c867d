import type { Schema } from './Schema.ts';

/** The headers of either; one that only one has, or only one requires, is described in place, and not required. */
export function mergeHeaders(one: Schema = {}, other: Schema = {}, components: Schema): Schema {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => {
      const [known, further] = [one[name], other[name]].map((header) => {
        const { $ref } = (header ?? {}) as { $ref?: string };
        return ($ref === undefined ? header : components[$ref.split('/').at(-1)!]) as Schema | undefined;
      });
      if (known && further && (!known['required'] || further['required'])) return [name, one[name]];
      return [name, { ...(known ?? further), required: false }];
    }),
  );
}
