// Refuses documents that cannot be compiled, whatever the rest of them is.
import {
  type FieldNode,
  type GraphQLNullableType,
  type GraphQLObjectType,
  TypeInfo,
  getNullableType,
  isLeafType,
  isNonNullType,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { EndpointDocument, SharedDefinitions } from '../document/Version.ts';
import { type AssembledDocument, assembleDocument } from '../document/assembleDocument.ts';
import { checkEndpoint, parsePathTemplate } from '../document/checkEndpointArguments.ts';
import { checkIneffectiveDirectives } from '../document/checkIneffectiveDirectives.ts';
import { directiveNode, nodesWith, readDirective } from '../document/directives.ts';
import { checkFragments, validateDocument } from '../document/validateDefinitions.ts';
import type { Segment } from '../../plan/paths.ts';
import type { CompileContext } from '../CompileContext.ts';
import { type CompiledLookup, compileLookup, joinsTypes } from './lookups.ts';

/** A document that is valid GraphQL, with everything that it spreads. */
export interface CheckedDocument {
  source: EndpointDocument;
  assembled: AssembledDocument;
  segments: readonly Segment[];
  lookup: CompiledLookup | undefined;
  /** The type of its root fields. */
  root: GraphQLObjectType;
}

/** Checks what everything that is compiled relies on: that the document is valid, as is its lookup. */
export function checkDocument(
  source: EndpointDocument,
  version: SharedDefinitions,
  context: CompileContext,
): CheckedDocument | undefined {
  const { operation, endpoint } = source;
  const { schema, vocabulary, conventions, report } = context;
  const assembled = assembleDocument(source, version, report, schema);
  validateDocument(vocabulary, assembled.document, conventions, report);
  checkEndpoint(source, report);
  checkIneffectiveDirectives(assembled, report);
  if (operation.operation === 'subscription') checkSubscription(assembled, context);
  const segments = parsePathTemplate(endpoint.path);
  const lookup = source.lookup && compileLookup(source, source.lookup, version, context);
  const root = schema.getRootType(operation.operation);
  if (!root) report(operation, `The schema has no ${operation.operation} type.`, 'Add it to the schema.');
  checkFragments(source, [...assembled.fragments.keys()], report);
  return 'message' in segments || !root ? undefined : { source, assembled, segments, lookup, root };
}

/**
 * Refuses a page in a subscription, and an `@export` that is not the one id of its events: a scalar that fills a nullable variable
 * of the same type when a client resumes with Last-Event-ID. See the HTML standard, section 9.2, Server-sent events.
 */
function checkSubscription({ document, operation }: AssembledDocument, { schema, report }: CompileContext): void {
  for (const node of nodesWith('paginate', document.definitions)) {
    report(directiveNode(node, 'paginate'), 'A subscription has no pages.', 'Remove @paginate.');
  }
  const [node, second] = nodesWith('export', document.definitions) as FieldNode[];
  if (!node) return;
  if (second) {
    const message = `"${second.name.value}" is the second @export of the subscription, whose events have one id.`;
    report(directiveNode(second, 'export'), message, 'Remove one of the two.');
  }
  const variable = readDirective('export', node)!.as;
  const at = directiveNode(node, 'export', 'as');
  const definition = operation.variableDefinitions?.find(
    (variableDefinition) => variableDefinition.variable.name.value === variable,
  );
  const declared = definition && typeFromAST(schema, definition.type as never);
  const info = new TypeInfo(schema);
  let type: GraphQLNullableType | undefined;
  const findType = (field: FieldNode) => void (field === node && (type = getNullableType(info.getType())));
  visit(document, visitWithTypeInfo(info, { Field: findType }));
  if (!type) return;
  if (!isLeafType(type)) {
    const message = `@export is on "${node.name.value}", which is not a scalar.`;
    report(directiveNode(node, 'export'), message, 'Move it to a scalar.');
  } else if (!declared) {
    const message = `@export(as: "${variable}") does not name a variable of the subscription.`;
    report(at, message, `Declare $${variable} as ${type.name}.`);
  } else if (isNonNullType(declared)) {
    const message = `@export(as: "${variable}") in a subscription needs a nullable variable.`;
    report(at, message, `Declare $${variable} without "!": the first request has no Last-Event-ID.`);
  } else if (!joinsTypes(type.name, String(declared))) {
    const message = `"${node.name.value}" has type ${type.name}, but $${variable} has type ${String(declared)}.`;
    report(at, message, 'Give both the same type.');
  }
}
