import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { inputObjectOf, isSingleLeaf } from '../InputSpeller.ts';
import { splitWords } from '../naming/splitWords.ts';
import type { ParsedMutation } from '../parseMutation.ts';
import { type Field, isRequired, openInputs } from './fields.ts';

/** The input that tells which object a mutation changes. */
export interface Target {
  /** An argument, or a field of the input object in one. */
  input: GraphQLArgument | GraphQLInputField;
  argument: GraphQLArgument;
}

/** Finds the id of the noun among the arguments, or in the only input object. */
export function findTarget(field: Field, { verb, noun, part, action }: ParsedMutation): Target | undefined {
  if (verb === 'create' && part.length === 0) return undefined;
  // orderCreateFromCheckout(id) has the id of a checkout.
  if (!verb && /^(?:create|import|export)$/.test(action[0] ?? '')) return undefined;
  const args = openInputs(field.args);
  const inside = args.flatMap((argument) =>
    openInputs(Object.values(inputObjectOf(argument)?.getFields() ?? {})).map((input) => ({ input, argument })),
  );
  const all: Target[] = [...args.map((argument) => ({ input: argument, argument })), ...inside].filter(({ input }) =>
    isSingleLeaf(input),
  );
  const last = noun.at(-1)!;
  const whole = noun.join(' ');
  const names = ['id', `${whole} id`, `${last} id`, whole, last, 'uuid', 'node id'];
  for (const name of names) {
    const found = all.filter(({ input }) => splitWords(input.name).join(' ') === name && isId(input));
    const best =
      found.find(({ input, argument }) => input === argument) ??
      found.find(({ input }) => isRequired(input)) ??
      found[0];
    // An optional id in an input object that creates or configures something is its new value.
    if (best) return best;
  }
  if (!verb) return undefined;
  const [only, second] = all.filter(
    ({ input }) => isRequired(input) && /(?:[iI]d|slug|login|code|key|number)$/.test(input.name),
  );
  return only && !second ? only : undefined;
}

function isId({ type }: { type: unknown }): boolean {
  return !/^(?:Boolean|Float)!?$/.test(String(type));
}
