// The fields that are never null although the schema allows it: those with `@nonNull`, and those that the conventions list.
import {
  type ASTNode,
  type DocumentNode,
  GraphQLNonNull,
  type GraphQLOutputType,
  Kind,
  getNullableType,
  isNonNullType,
  isUnionType,
} from 'graphql';
import { isNeverNull } from '../../conventions/wireNames.ts';
import { directiveNode, hasDirective, nodesWith } from '../../document/directives.ts';
import type { NonNullPlan, ResultPlan } from '../../plan/ResultPlan.ts';
import type { ShapeContext } from '../CompileContext.ts';
import { type ObjectSelection, type Occurrence, describeField, walkFields } from './collectFields.ts';

type Occurrences = readonly Pick<Occurrence, 'node' | 'parent'>[];

/**
 * Whether a response key is never null, although the schema allows it: by `@nonNull`, or because the conventions list each field that
 * it can be, by its type or an interface of that. `@catch` is nearer than the conventions.
 */
export function isPromised(occurrences: Occurrences, { conventions }: Pick<ShapeContext, 'conventions'>): boolean {
  const [first] = occurrences;
  if (isNonNullType(describeField(first!).type)) return false;
  if (hasDirective(first!.node, 'nonNull')) return true;
  if (conventions.nonNull.length === 0 || hasDirective(first!.node, 'catch')) return false;
  return occurrences.every(({ node: { name }, parent }) => {
    const interfaces = isUnionType(parent) ? [] : parent.getInterfaces();
    const owners = [parent, ...interfaces.filter((type) => Object.hasOwn(type.getFields(), name.value))];
    return owners.some((type) => isNeverNull(type.name, name.value, conventions));
  });
}

/** The type of a response key, not null where that is promised. */
export function promisedType(occurrences: Occurrences, context: Pick<ShapeContext, 'conventions'>): GraphQLOutputType {
  const { type } = describeField(occurrences[0]!);
  return isPromised(occurrences, context) ? new GraphQLNonNull(getNullableType(type)) : type;
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
    const isPlanned = isPromised(occurrences, context);
    if (isPlanned && !isOnDataPath) plans.push({ path, coordinate: `${parent.name}.${name}` });
    if (!hasDirective(node, 'nonNull')) return;
    const refuse = (message: string, hint: string) => report(directiveNode(node, 'nonNull'), message, hint);
    if (isOnDataPath) {
      const message = `@nonNull is on "${name}", which leads to the response: null there is 404.`;
      refuse(message, 'Write it on a field of the response, or remove it.');
    } else if (!isPlanned) {
      refuse(`"${name}" is never null: @nonNull has no effect.`, 'Remove @nonNull.');
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
