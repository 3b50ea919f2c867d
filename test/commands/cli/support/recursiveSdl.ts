// Schemas of types that refer to each other.

/** Inputs and objects, each of which has a field of each of the next `width` ones. */
export function sdlOf(count: number, width: number, leaf = 'String'): string {
  const all = Array.from({ length: count }, (_, index) => index);
  const after = (index: number) => all.slice(1, width + 1).map((step) => (index + step) % count);
  return `
    type Query { thing(where: T0!): O0 }
    type Mutation { create(input: T0!): O0  upload(file: Upload!, input: T0): O0 }
    scalar Upload
    ${all
      .map(
        (index) => `
          input T${index} { _and: [T${index}!] _not: T${index} ${after(index)
            .map((other) => `f${other}: T${other}`)
            .join(' ')} eq: ${leaf} }
          type O${index} { id: ID! ${after(index)
            .map((other) => `o${other}: O${other} l${other}(where: T${other}): [O${other}!]!`)
            .join(' ')} }`,
      )
      .join('')}`;
}

/** 14 types that all refer to each other, and a chain that is longer than a stack is deep. */
export const SCHEMAS = { dense: [14, 14], chain: [1500, 1] } as const;
