// What is never null although the schema allows it, fields and the items of their lists: those with `@nonNull`, and those that the
// conventions list.
import {
  type ASTNode,
  type DocumentNode,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  Kind,
  getNullableType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql';
import { isNeverNull } from '../../plan/conventions/wireNames.ts';
import { directiveNode, hasDirective, nodesWith, readDirective } from '../document/directives.ts';
import { ITEMS } from '../../execute/Execute.ts';
import type { NonNullPlan, ResultPlan } from '../../plan/ResultPlan.ts';
import type { ShapeContext } from '../CompileContext.ts';
import { type ObjectSelection, type Occurrence, describeField, walkFields } from './collectFields.ts';

type Occurrences = readonly Pick<Occurrence, 'node' | 'parent'>[];

/**
 * The levels of a response key that are never null, although the schema allows it, 0 for its value, 1 for the items of that: by
 * `@nonNull`, or because the conventions list each field that it can be, by its type or an interface of that. `@catch` is nearer than the
 * conventions.
 */
export function promisedLevels(
  occurrences: Occurrences,
  { conventions }: Pick<ShapeContext, 'conventions'>,
): readonly number[] {
  const [first] = occurrences;
  const { node } = first!;
  const written = readDirective('nonNull', node)?.levels;
  const isCaught = conventions.nonNull.length === 0 || hasDirective(node, 'catch');
  const isListed = (level: number) =>
    !isCaught &&
    occurrences.every(({ node: { name }, parent }) => {
      const interfaces = isUnionType(parent) ? [] : parent.getInterfaces();
      const owners = [parent, ...interfaces.filter((type) => Object.hasOwn(type.getFields(), name.value))];
      return owners.some((type) => isNeverNull(type.name, name.value, conventions, level));
    });
  return nullableLevels(describeField(first!).type).filter((level) => written?.includes(level) || isListed(level));
}

/** The type of a response key, not null where that is promised. */
export function promisedType(occurrences: Occurrences, context: Pick<ShapeContext, 'conventions'>): GraphQLOutputType {
  const levels = promisedLevels(occurrences, context);
  const promise = (type: GraphQLOutputType, level: number): GraphQLOutputType => {
    const nullable = getNullableType(type);
    const value = isListType(nullable) ? new GraphQLList(promise(nullable.ofType, level + 1)) : nullable;
    return isNonNullType(type) || levels.includes(level) ? new GraphQLNonNull(value) : value;
  };
  const { type } = describeField(occurrences[0]!);
  return levels.length === 0 ? type : promise(type, 0);
}

function nullableLevels(type: GraphQLOutputType, level = 0): number[] {
  const nullable = getNullableType(type);
  const below = isListType(nullable) ? nullableLevels(nullable.ofType, level + 1) : [];
  return isNonNullType(type) ? below : [level, ...below];
}

/**
 * The fields of an operation that are promised not to be null. Those on the data path are none, because null is 404 there:
 * `@nonNull` is refused, as on fields that are never null, beside `@catch`, and where nothing is sent.
 */
export function collectNonNulls(
  document: DocumentNode,
  root: ObjectSelection,
  { dataPath }: Pick<ResultPlan, 'dataPath'>,
  context: ShapeContext,
): NonNullPlan[] {
  const { conventions, report } = context;
  const written = nodesWith('nonNull', document.definitions).filter(({ kind }) => kind === Kind.FIELD);
  if (written.length === 0 && conventions.nonNull.length === 0) return [];
  const plans: NonNullPlan[] = [];
  const reached = new Set<ASTNode['loc']>();
  const visit = (path: readonly string[], occurrences: readonly Occurrence[]) => {
    for (const occurrence of occurrences) reached.add(occurrence.node.loc);
    const { node, parent } = occurrences[0]!;
    const name = node.name.value;
    const isOnDataPath = leadsTo(path, dataPath);
    const levels = promisedLevels(occurrences, context);
    for (const level of isOnDataPath ? levels.filter((each) => each > 0) : levels) {
      const items = Array.from({ length: level }, () => ITEMS);
      plans.push({ path: [...path, ...items], coordinate: [parent.name, '.', name, ...items].join('') });
    }
    const own = readDirective('nonNull', node)?.levels;
    if (!own) return;
    const refuse = (message: string, hint: string) => report(directiveNode(node, 'nonNull', 'levels'), message, hint);
    const other = own.find((level) => !levels.includes(level));
    if (isOnDataPath && own.includes(0)) {
      const message = `@nonNull is on "${name}", which leads to the response: null there is 404.`;
      refuse(message, 'Write it on a field of the response, or remove it.');
    } else if (other !== undefined || own.length === 0) {
      const what = other ? `Level ${other} of "${name}" does not exist or` : `"${name}"`;
      refuse(`${what} is never null: @nonNull has no effect.`, `Remove ${other ? 'the level' : '@nonNull'}.`);
    } else if (hasDirective(node, 'catch')) {
      refuse(`@catch and @nonNull are both on "${name}".`, 'Remove one of them.');
    }
  };
  walkFields(root, context, visit, { withTotal: true });
  for (const node of written) {
    if (reached.has(node.loc)) continue;
    report(directiveNode(node, 'nonNull'), '@nonNull has no effect on a field that is not sent.', 'Remove it.');
  }
  return plans;
}

/** Whether a response path is the data path, or leads to its end. */
export function leadsTo(path: readonly string[], dataPath: readonly string[]): boolean {
  return path.length <= dataPath.length && path.every((key, index) => key === dataPath[index]);
}
