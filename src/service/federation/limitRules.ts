// The limits of a query to /graphql. A query over a limit is refused before anything runs, with the limit and the measure.
// Introspection is exempt.
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { type ValidationContext, type ValidationRule, GraphQLError } from 'graphql';

/** Maximum nesting of fields: users, their orders, the items and the product of each, over nodes, are 7. */
export const MAX_QUERY_DEPTH = 12;

/** Maximum number of aliases: enough to request a few variants, too few to probe a thousand ids. */
export const MAX_ALIASES = 30;

// The rules report their errors: the validator of graphql-js would pass thrown ones on as internal errors.
const reporting = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(new GraphQLError(message.replace('Syntax Error: ', ''))),
  ],
};

/** The validation rules for limits that depend on the document alone. */
export const limitRules: readonly ValidationRule[] = [
  maxDepthRule({ n: MAX_QUERY_DEPTH, flattenFragments: true, ...reporting }),
  maxAliasesRule({ n: MAX_ALIASES, ...reporting }),
];
