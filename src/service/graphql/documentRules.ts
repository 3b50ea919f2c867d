// What every document at /graphql has to meet beside the GraphQL specification, whether a client sends it or a safelist has it.
// A document over a limit is refused before anything runs, with the limit and the measure. Introspection is exempt.
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { type ASTVisitor, type ParseOptions, type ValidationContext, type ValidationRule, GraphQLError } from 'graphql';

/** Maximum nesting of fields: users, their orders, the items and the product of each, over nodes, are 7. */
export const MAX_QUERY_DEPTH = 12;

/** Maximum number of aliases: enough to request a few variants, too few to probe a thousand ids. */
export const MAX_ALIASES = 30;

/** Maximum number of tokens in a document: more than a handwritten operation needs, few enough to validate quickly. */
const MAX_TOKENS = 5_000;

export const PARSE_OPTIONS: ParseOptions = { maxTokens: MAX_TOKENS };

export const NESTED_TOO_DEEPLY = 'The document is nested too deeply.';

// The rules report their errors: the validator of graphql-js would pass thrown ones on as internal errors.
const reporting = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(new GraphQLError(message.replace('Syntax Error: ', ''))),
  ],
};

export const DOCUMENT_RULES: readonly ValidationRule[] = [
  knownOperationsRule,
  maxDepthRule({ n: MAX_QUERY_DEPTH, flattenFragments: true, ...reporting }),
  maxAliasesRule({ n: MAX_ALIASES, ...reporting }),
];

/** Refuses operations without a root type in the schema, which graphql-js would only detect during execution, as a 500. */
function knownOperationsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation)) return;
      context.reportError(new GraphQLError(`The schema has no ${node.operation} type.`, { nodes: node }));
    },
  };
}
