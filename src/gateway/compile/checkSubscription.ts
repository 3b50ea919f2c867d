import {
  type FieldNode,
  type GraphQLOutputType,
  TypeInfo,
  getNullableType,
  isLeafType,
  isNonNullType,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { AssembledDocument } from '../document/assembleDocument.ts';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import type { CompileContext } from './CompileContext.ts';
import { joinsTypes } from './joinsTypes.ts';

/**
 * Refuses a page in a subscription, and an `@export` that is not the one id of its events: a scalar that fills a nullable variable
 * of the same type when a client resumes with Last-Event-ID. See the HTML standard, section 9.2, Server-sent events.
 */
export function checkSubscription({ document, operation }: AssembledDocument, context: CompileContext): void {
  const { schema, report } = context;
  const ids: { node: FieldNode; type: GraphQLOutputType }[] = [];
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    Field(node) {
      const type = info.getType();
      if (type && readDirective('export', node)) ids.push({ node, type });
      if (!readDirective('paginate', node)) return;
      report(directiveNode(node, 'paginate'), 'A subscription has no pages.', 'Remove @paginate.');
    },
  });
  visit(document, visitor);
  const [first, second] = ids;
  if (!first) return;
  if (second) {
    const message = `"${second.node.name.value}" is the second @export of the subscription, whose events have one id.`;
    report(directiveNode(second.node, 'export'), message, 'Remove one of the two.');
  }
  const variable = readDirective('export', first.node)!.as;
  const at = directiveNode(first.node, 'export', 'as');
  const definition = operation.variableDefinitions?.find((each) => each.variable.name.value === variable);
  const declared = definition && typeFromAST(schema, definition.type as never);
  const type = getNullableType(first.type);
  if (!isLeafType(type)) {
    const message = `@export is on "${first.node.name.value}", which is not a scalar.`;
    report(directiveNode(first.node, 'export'), message, 'Move it to a scalar.');
  } else if (!declared) {
    const message = `@export(as: "${variable}") does not name a variable of the subscription.`;
    report(at, message, `Declare $${variable} as ${type.name}.`);
  } else if (isNonNullType(declared)) {
    const message = `@export(as: "${variable}") in a subscription needs a nullable variable.`;
    report(at, message, `Declare $${variable} without "!": the first request has no Last-Event-ID.`);
  } else if (!joinsTypes(type.name, String(declared))) {
    const message = `"${first.node.name.value}" has type ${type.name}, but $${variable} has type ${String(declared)}.`;
    report(at, message, 'Give both the same type.');
  }
}
