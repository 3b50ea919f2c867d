// An object or a list item that is written in a document says nothing if all of its variables are absent. GraphQL keeps it, as
// `{}` or null: a filter `{}` holds for everything. So it is left out before the operation executes.
import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
  isNonNullType,
} from 'graphql';
import { inputFieldType, itemType } from './inputValueTypes.ts';
import { isEmptied } from './isEmptied.ts';
import { removeUnused } from './removeUnused.ts';
import { visitArguments } from './visitArguments.ts';

/**
 * The document without the objects and list items whose variables are all absent, and without the definitions of variables
 * that it then does not use. An argument or a field that must not be null stays `{}` or `[]`. A constant in it, or a variable
 * that is null, keeps an object.
 */
export function pruneOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  absent: ReadonlySet<string>,
): DocumentNode {
  const isAbsent = (variable: string) => absent.has(variable);
  const isLeftOut = (value: ValueNode, type: GraphQLInputType | undefined) =>
    isEmptied(value, isAbsent) && (value.kind === Kind.VARIABLE || !isNonNullType(type));
  const prune = (value: ValueNode, type: GraphQLInputType | undefined): ValueNode => {
    if (value.kind === Kind.LIST) {
      const item = type && itemType(type);
      const values = value.values.filter((each) => !isEmptied(each, isAbsent)).map((each) => prune(each, item));
      return { ...value, values };
    }
    if (value.kind !== Kind.OBJECT) return value;
    const fields = value.fields.flatMap((field): ObjectFieldNode[] => {
      const own = type && inputFieldType(type, field.name.value);
      return isLeftOut(field.value, own) ? [] : [{ ...field, value: prune(field.value, own) }];
    });
    return { ...value, fields };
  };
  return removeUnused(
    visitArguments(schema, document, (node, type) => {
      // GraphQL itself leaves out an argument that is an absent variable.
      if (node.value.kind === Kind.VARIABLE) return undefined;
      return isLeftOut(node.value, type) ? null : { ...node, value: prune(node.value, type) };
    }),
  );
}
