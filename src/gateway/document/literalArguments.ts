import { type ASTVisitor, GraphQLError, type ValidationContext, visit } from 'graphql';
import { isOwnDirective } from './directives.ts';

/** Validation rule: the arguments of the endpoint directives are read before there is a request, so none is a variable. */
export function literalArguments(context: ValidationContext): ASTVisitor {
  return {
    Directive(node) {
      if (!isOwnDirective(node)) return;
      visit(node, {
        Variable(variable) {
          const message = `An argument of @${node.name.value} must be a literal, not the variable $${variable.name.value}.`;
          const extensions = { hint: 'Write the value itself.' };
          context.reportError(new GraphQLError(message, { nodes: variable, extensions }));
        },
      });
    },
  };
}
