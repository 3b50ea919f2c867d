import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
  print,
} from 'graphql';
import { directiveNode, hasDirective, nodesWith } from '../document/directives.ts';
import type { TotalField } from '../../plan/PagePlan.ts';
import type { CompileContext, PagedField } from '../CompileContext.ts';
import {
  type SelectionContext,
  fieldDefinition,
  fragmentOf,
  fragmentType,
  responseKey,
} from '../response/collectFields.ts';
import { promisedType } from '../response/nonNulls.ts';

/** A field with `@total`. */
export interface OutsideTotal {
  node: FieldNode;
  /** The type that it is a field of. */
  parent: GraphQLCompositeType;
  field: Omit<TotalField, 'byCursor'>;
  /** Whether a parameter chooses it. */
  isChosen: boolean;
}

/** One field on the way from the root of an operation. */
interface Step {
  node: FieldNode;
  parent: GraphQLCompositeType;
  field: GraphQLField<unknown, unknown> | undefined;
  /** Whether `@include` or `@skip` can leave it out. */
  isChosen: boolean;
  /** Whether its type can leave it out. */
  isOfType: boolean;
}

/** The field with `@total` of an operation; undefined, and reported where there is one that does not fit the list. */
export function findTotal(
  operation: OperationDefinitionNode,
  root: GraphQLCompositeType,
  paged: PagedField | undefined,
  context: CompileContext & SelectionContext,
): OutsideTotal | undefined {
  const definitions = [operation, ...context.fragments.values()];
  if (nodesWith('total', definitions).length === 0) return undefined;
  const isWanted = (field: FieldNode) => hasDirective(field, 'total') || isSame(field, paged?.node);
  const paths = findFields(operation.selectionSet, root, context, isWanted);
  const [total, second] = paths.filter((path) => hasDirective(path.at(-1)!.node, 'total'));
  const list = paths.find((path) => isSame(path.at(-1)!.node, paged?.node));
  if (!total) return undefined;
  const { node, parent, field } = total.at(-1)!;
  const refuse = (message: string, hint: string, at = node) => {
    context.report(directiveNode(at, 'total'), message, hint);
    return undefined;
  };
  if (!paged || !list) return refuse('@total needs a list with @paginate.', 'Remove it.');
  if (second) return refuse('Only one field can have @total.', 'Remove it here.', second.at(-1)!.node);
  if (total.some((step) => isSame(step.node, paged.node))) {
    const hint = `Write @paginate(connection: { totalCount: "${node.name.value}" }) instead.`;
    return refuse('@total is inside the list that it counts.', hint);
  }
  if (total.some((step) => step.field && isListType(getNullableType(step.field.type))) || !isInteger(field, context)) {
    const message = `@total is on "${node.name.value}", which is not an Int, or in a list.`;
    return refuse(message, 'Write it on the number of all items.');
  }
  const from = total.findIndex((step, index) => !isSame(step.node, list[index]?.node));
  const ends = [total.slice(from), list.slice(from)] as const;
  const different = differentArgument(...ends);
  if (different !== undefined) {
    const hint = 'Write the same arguments on both, but for those of the page.';
    return refuse(`@total and the list get different "${different}".`, hint);
  }
  const isChosen = ends[0].some((step) => step.isChosen);
  const nullable = isChosen || ends[0].some((step) => step.isOfType || !isNonNullType(promisedType([step], context)));
  const dotted = total.map((step) => step.node.name.value).join('.');
  return {
    node,
    parent,
    isChosen,
    field: { field: dotted, path: total.map((step) => responseKey(step.node)), isOutside: true, nullable },
  };
}

function isSame(node: FieldNode, other: FieldNode | undefined): boolean {
  return other !== undefined && (node === other || (node.loc !== undefined && node.loc === other.loc));
}

/** The paths from the root to the fields that are wanted, fragments resolved. */
function findFields(
  set: SelectionSetNode,
  root: GraphQLCompositeType,
  { schema, fragments }: SelectionContext,
  isWanted: (node: FieldNode) => boolean,
): (readonly Step[])[] {
  const found: (readonly Step[])[] = [];
  const walk = (
    { selections }: SelectionSetNode,
    parent: GraphQLCompositeType,
    path: readonly Step[],
    outer: Pick<Step, 'isChosen' | 'isOfType'>,
  ): void => {
    for (const node of selections) {
      const isChosen = outer.isChosen || hasDirective(node, 'include', 'skip');
      if (node.kind !== Kind.FIELD) {
        const fragment = fragmentOf(node, fragments);
        const type = fragment && (fragmentType(schema, fragment) ?? parent);
        const isOfType = outer.isOfType || type !== parent;
        if (fragment && type) walk(fragment.selectionSet, type, path, { isChosen, isOfType });
        continue;
      }
      const field = fieldDefinition(node, parent);
      const here = [...path, { node, parent, field, isChosen, isOfType: outer.isOfType }];
      if (isWanted(node)) found.push(here);
      const type = field && getNamedType(field.type);
      if (node.selectionSet && isCompositeType(type)) walk(node.selectionSet, type, here, ALWAYS);
    }
  };
  walk(set, root, [], ALWAYS);
  return found;
}

const ALWAYS = { isChosen: false, isOfType: false };

function isInteger(field: Step['field'], { conventions }: CompileContext): boolean {
  const type: GraphQLOutputType | undefined = field && getNullableType(field.type);
  return (
    type !== undefined && 'name' in type && (type.name === 'Int' || conventions.scalars[type.name]?.type === 'integer')
  );
}

/** Arguments that only order items; a total needs none. */
const ORDER = /^(?:order|sort)(?:_?(?:by|key|order|direction)|ing)?$|^reverse$/i;

/** The first argument that one path has and the other has not, or has with another value. */
function differentArgument(total: readonly Step[], list: readonly Step[]): string | undefined {
  const [ofTotal, ofList] = [argumentsOf(total), argumentsOf(list)];
  return [...new Set([...ofList.keys(), ...ofTotal.keys()])].find(
    (name) => ofTotal.get(name) !== ofList.get(name) && !(ORDER.test(name) && !ofTotal.has(name)),
  );
}

function argumentsOf(path: readonly Step[]): Map<string, string> {
  const all = path.flatMap(({ node }) => node.arguments ?? []);
  return new Map(all.map(({ name, value }) => [name.value, print(value)]));
}
