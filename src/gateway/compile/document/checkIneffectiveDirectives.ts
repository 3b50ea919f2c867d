import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import type { AssembledDocument } from './assembleDocument.ts';
import { type DirectedNode, isOwnDirective, nodesWithDirectives } from './directives.ts';

/** Refuses directives that have no effect in the operation of an endpoint. */
export function checkIneffectiveDirectives(
  { document, operation }: Pick<AssembledDocument, 'document' | 'operation'>,
  report: ReportDiagnostic,
): void {
  for (const node of directedNodes(document).flatMap(({ directives }) => directives)) {
    const name = node.name.value;
    // In a subscription it is the id of an event.
    if (name === 'export' && operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      const hint = 'Move it to the lookup query, or remove it.';
      report(node, '@export has no effect outside of a lookup query.', hint);
    }
    const condition = node.arguments?.find(({ value }) => value.kind === Kind.BOOLEAN)?.value;
    if ((name === 'include' || name === 'skip') && condition) {
      report(
        condition,
        `@${name}(if:) must be a Boolean variable, not a constant.`,
        'Use a Boolean variable, or remove the directive.',
      );
    }
  }
}

/** By the kind of the node; all others describe the response. */
const OF_LOOKUPS: { readonly [NodeKind in Kind]?: readonly string[] } = {
  [Kind.VARIABLE_DEFINITION]: ['param', 'nonNull'],
  [Kind.FIELD]: ['export'],
};

/** Refuses directives in a lookup query that describe the response, or the parameters, of the endpoint itself. */
export function checkIneffectiveLookupDirectives(document: DocumentNode, report: ReportDiagnostic): void {
  for (const { kind, directives } of directedNodes(document)) {
    for (const node of directives) {
      const name = node.name.value;
      // Those of the conventions have no location.
      if (!isOwnDirective(node) || !node.name.loc || OF_LOOKUPS[kind]?.includes(name)) continue;
      report(node, `@${name} has no effect in a lookup query, which is not part of the response.`, 'Remove it.');
    }
  }
}

function directedNodes({ definitions }: DocumentNode): DirectedNode[] {
  return definitions.flatMap((definition) => nodesWithDirectives(definition));
}
