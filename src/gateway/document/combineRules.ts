import {
  type ASTNode,
  type ASTVisitor,
  type ASTVisitFn,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  ValidationContext,
  type ValidationRule,
  getEnterLeaveForKind,
} from 'graphql';
import { memoizeByNode } from './memoizeByNode.ts';

/** A rule, and what its errors are reported as; undefined: not at all. */
export interface ExplainedRule {
  rule: ValidationRule;
  explain?: ((error: GraphQLError, context: ValidationContext) => GraphQLError | undefined) | undefined;
}

/** A rule in the validation of one document. */
interface RunningRule extends ExplainedRule {
  visitor: ASTVisitor;
  /** The node whose children the rule does not visit. */
  skipped: ASTNode | undefined;
}

/** What a running rule does at the nodes of one kind. */
interface Handler {
  running: RunningRule;
  enter?: ASTVisitFn<ASTNode> | undefined;
  leave?: ASTVisitFn<ASTNode> | undefined;
}

/** The variables that a definition itself uses. Three rules compare them with those that an operation declares. */
const variableUsages = memoizeByNode(
  (node: OperationDefinitionNode | FragmentDefinitionNode, schema: GraphQLSchema) => {
    const nothing = { kind: Kind.DOCUMENT, definitions: [] } as const;
    return new ValidationContext(schema, nothing, new TypeInfo(schema), () => {}).getVariableUsages(node);
  },
);

/**
 * One rule that runs all of them, each as if it were alone. GraphQL's own `visitInParallel` asks every rule about every kind of node
 * for each document, which takes longer than validating a small one; here, a rule is asked about the kinds that are there.
 */
export function combineRules(rules: readonly ExplainedRule[]): ValidationRule {
  return (context) => {
    let running: RunningRule;
    const shared = Object.create(context, {
      reportError: {
        value: (error: GraphQLError) => {
          const explained = running.explain ? running.explain(error, context) : error;
          if (explained) context.reportError(explained);
        },
      },
      getVariableUsages: {
        value: (node: OperationDefinitionNode | FragmentDefinitionNode) => variableUsages(node, context.getSchema()),
      },
    }) as ValidationContext;
    const all = rules.map((each): RunningRule => ({ ...each, visitor: each.rule(shared), skipped: undefined }));
    const handlers = new Map<string, readonly Handler[]>();
    const handlersOf = (kind: ASTNode['kind']): readonly Handler[] => {
      const known = handlers.get(kind);
      if (known) return known;
      const found = all.flatMap((each): Handler[] => {
        const { enter, leave } = getEnterLeaveForKind(each.visitor, kind);
        return enter || leave ? [{ running: each, enter, leave }] : [];
      });
      handlers.set(kind, found);
      return found;
    };
    return {
      enter(node, ...place) {
        for (const handler of handlersOf(node.kind)) {
          ({ running } = handler);
          if (running.skipped || !handler.enter) continue;
          if (handler.enter.call(running.visitor, node, ...place) === false) running.skipped = node;
        }
      },
      leave(node, ...place) {
        for (const handler of handlersOf(node.kind)) {
          ({ running } = handler);
          if (running.skipped === node) running.skipped = undefined;
          else if (!running.skipped) handler.leave?.call(running.visitor, node, ...place);
        }
      },
    };
  };
}
