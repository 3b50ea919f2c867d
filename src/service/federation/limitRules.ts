// How much one query to /graphql may ask for. A query over a limit is refused before anything runs, with the limit and
// with what was measured. Introspection passes.
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { type ValidationContext, type ValidationRule, GraphQLError } from 'graphql';

/** How deep fields may be nested: users, their orders, the items and the product of each, over nodes, are 7. */
export const MAX_DEPTH = 12;

/** How many fields may have an alias: room for asking the same thing in a few ways, not for guessing a thousand ids. */
export const MAX_ALIASES = 30;

// Thrown errors would leave the validator of graphql-js as failures of the server; so they are reported.
const reporting = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(new GraphQLError(message.replace('Syntax Error: ', ''))),
  ],
};

/** Validation rules for what the document alone shows. */
export const limitRules: readonly ValidationRule[] = [
  maxDepthRule({ n: MAX_DEPTH, flattenFragments: true, ...reporting }),
  maxAliasesRule({ n: MAX_ALIASES, ...reporting }),
];
