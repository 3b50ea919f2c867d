import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
} from 'graphql';
import { directiveNode, nodesWith, readDirective } from '../../document/directives.ts';
import type { CatchPlan, ResultPlan } from '../../plan/ResultPlan.ts';
import type { ShapeContext } from '../CompileContext.ts';
import { type ObjectSelection, collectFields, describeField, objectSelections } from './collectFields.ts';

/**
 * The fields with `@catch` in a document, outer ones before those in them. Refuses them on the data path, where null is 404, on
 * fields that are never null, and in errors as data.
 */
export function collectCatches(
  document: DocumentNode,
  root: ObjectSelection,
  { dataPath }: Pick<ResultPlan, 'dataPath'>,
  context: ShapeContext,
): CatchPlan[] {
  const written = nodesWith('catch', document.definitions);
  if (written.length === 0) return [];

  const reached = new Set<ASTNode['loc']>();
  const collect = (selections: readonly ObjectSelection[], path: readonly string[]): CatchPlan[] =>
    [...collectFields(context, selections)].flatMap(([key, occurrences]) => {
      const [first] = occurrences;
      const { type } = describeField(first!);
      const at = [...path, key];
      const inner = isCompositeType(getNamedType(type)) ? collect(objectSelections(occurrences, context), at) : [];
      if (!readDirective('catch', first!.node)) return inner;
      for (const { node } of occurrences) reached.add(node.loc);
      const isOnDataPath = at.length <= dataPath.length && at.every((step, index) => step === dataPath[index]);
      checkCatch(first!.node, type, isOnDataPath, context);
      return [{ path: at, nullableItems: nullableItems(type) }, ...inner];
    });
  const catches = collect([root], []);
  for (const node of written) {
    if (reached.has(node.loc)) continue;
    context.report(directiveNode(node, 'catch'), '@catch has no effect in errors as data.', 'Remove it.');
  }
  return catches;
}

function checkCatch(node: FieldNode, type: GraphQLOutputType, isOnDataPath: boolean, { report }: ShapeContext): void {
  const at = directiveNode(node, 'catch');
  const name = node.name.value;
  if (isOnDataPath) {
    report(at, `@catch on "${name}", which is the response itself.`, 'Write it on a field of the response.');
  } else if (isNonNullType(type)) {
    report(
      at,
      `@catch on "${name}", which is never null.`,
      'Write it on the nearest field around it that can be null.',
    );
  }
}

function nullableItems(type: GraphQLOutputType): boolean[] {
  const list = getNullableType(type);
  return isListType(list) ? [!isNonNullType(list.ofType), ...nullableItems(list.ofType)] : [];
}
