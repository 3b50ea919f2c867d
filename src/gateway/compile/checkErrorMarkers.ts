import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import { nodesWithDirectives } from '../document/nodesWithDirectives.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import { listValues } from '../errors/listValues.ts';
import type { ErrorMarker, SelectedErrors } from './collectErrorMarkers.ts';
import type { ErrorFault } from './findProblems.ts';

/**
 * Refuses an `@error` off the data path or behind another of the same type, without a message, with a message of unknown
 * properties, with properties that say nothing to a client, or with a status that is not an error.
 */
export function checkErrorMarkers(
  definitions: readonly (OperationDefinitionNode | FragmentDefinitionNode)[],
  onDataPath: readonly (SelectedErrors | undefined)[],
  report: ReportDiagnostic,
): void {
  const markers = onDataPath.flatMap((each) => (each ? [...each.fields, ...each.types] : []));
  for (const { node, status, fault } of markers) {
    if (status < 400 || status > 599) {
      report(
        directiveNode(node, 'error', 'status'),
        `@error(status: ${status}): status must be from 400 to 599.`,
        'Use a status from 400 to 599.',
      );
    }
    if (fault) reportFault(node, fault, report);
  }
  for (const each of onDataPath) if (each) checkOrder(each, report);
  const known = new Set(markers.map(({ node }) => node.loc));
  for (const node of definitions.flatMap((each) => nodesWithDirectives(each))) {
    if (!node.directives.some(({ name }) => name.value === 'error') || known.has(node.loc)) continue;
    const message = '@error has no effect here: the field is not on the data path.';
    const hint = 'Write it on the root field, or next to the field that @unwrap selects.';
    report(directiveNode(node, 'error'), message, hint);
  }
}

/** Refuses fragments whose types all have the `@error` of an earlier one. */
function checkOrder({ types }: SelectedErrors, report: ReportDiagnostic): void {
  types.forEach(({ node, names }, index) => {
    const earlier = types.slice(0, index).filter((each) => each.node.loc !== node.loc);
    const taken = new Set(earlier.flatMap((each) => each.names));
    if (earlier.length === 0 || !names.every((name) => taken.has(name))) return;
    const message = '@error has no effect here: fragments before it have all of its types.';
    report(directiveNode(node, 'error'), message, 'Move it before them, or remove it.');
  });
}

function reportFault(node: ErrorMarker['node'], fault: ErrorFault, report: ReportDiagnostic): void {
  const at = directiveNode(node, 'error');
  switch (fault.kind) {
    case 'unknown': {
      const { name, known } = fault;
      const hint = known.length > 0 ? `Properties are ${listValues([...new Set(known)])}.` : 'Remove it.';
      report(directiveNode(node, 'error', 'message'), `@error: {${name}} is no property beside or below it.`, hint);
      return;
    }
    case 'unread': {
      const { property, isLeaf } = fault;
      const select = isLeaf
        ? `Write "message: ${property}"`
        : `Select a text in it as "message", such as "message: text"`;
      report(at, `@error sends nothing of "${property}".`, `${select}, or write @error(message: "…").`);
      return;
    }
    default: {
      const isObject = fault.kind === 'unselected';
      const where = isObject && fault.property !== '' ? `"${fault.property}"` : 'it';
      const hint = isObject
        ? `Select "message" in ${where}, or write @error(message: "…").`
        : 'Write it on a String or a Boolean, or on an object.';
      report(at, '@error requires a String or Boolean field, or an object that selects "message".', hint);
    }
  }
}
