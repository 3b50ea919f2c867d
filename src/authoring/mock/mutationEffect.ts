import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import type { MockContext } from './MockContext.ts';
import { isErrorField } from './errorTypes.ts';
import { isEntity, keyField } from './keyFields.ts';
import { foldName, wordsOf } from './mockNames.ts';
import { edgeNode } from './mockPages.ts';

/** What a mutation does to which objects. */
export interface MutationEffect {
  verb: 'create' | 'update' | 'delete';
  /** The type of the object; undefined where none is found. */
  type: GraphQLObjectType | undefined;
  /** The field of the payload that is the object; undefined where the mutation returns the object itself, or none. */
  fieldName: string | undefined;
  /** Whether that field is an edge of a connection, around the object. */
  isEdge: boolean;
}

const CREATE = new Set(
  'create add new register insert place post open submit make start upload import invite send clone duplicate'.split(
    ' ',
  ),
);
const DELETE = new Set(['delete', 'destroy', 'remove']);

/** What a mutation does, by its name, such as `userCreate`, `createUser` or `delete_user_by_pk`, and by its return type. */
export function mutationEffect(
  { name, type }: { name: string; type: Parameters<typeof getNamedType>[0] },
  context: MockContext,
): MutationEffect {
  const words = wordsOf(name);
  const verbWord = [words[0]!, words.at(-1)!].find((word) => CREATE.has(word) || DELETE.has(word));
  const rest = words
    .filter((word) => word !== verbWord && !['by', 'pk', 'one', 'bulk', 'many'].includes(word))
    .join('');
  const returned = context.concrete(getNamedType(type)!);
  const fieldName = returned && payloadField(returned, rest);
  const held = fieldName === undefined ? returned : getNamedType(returned!.getFields()[fieldName]!.type);
  const node = fieldName !== undefined && held ? edgeNode(held) : undefined;
  const object = held && context.concrete(node ?? held);
  const isEdge = node !== undefined;
  const isNamed = object !== undefined && isNamedBy(object, rest);
  if (verbWord !== undefined && DELETE.has(verbWord)) {
    const deleted = isNamed ? object : typeNamed(rest, context);
    if (deleted)
      return { verb: 'delete', type: deleted, fieldName: deleted === object ? fieldName : undefined, isEdge };
    if (verbWord !== 'remove' && !(object && isPartOf(object, rest)))
      return { verb: 'delete', type: object, fieldName, isEdge };
  }
  const isCreated = verbWord !== undefined && CREATE.has(verbWord);
  return { verb: isCreated ? 'create' : 'update', type: object, fieldName, isEdge };
}

const isNamedBy = ({ name }: GraphQLNamedType, folded: string): boolean => {
  const own = foldName(name);
  return own === folded || `${own}s` === folded;
};

/** Whether a name is that of something in an object of the type, such as `productVariantStocks`. */
const isPartOf = ({ name }: GraphQLNamedType, folded: string): boolean => {
  const own = foldName(name);
  return folded.startsWith(own) && folded !== own && folded !== `${own}s`;
};

function typeNamed(folded: string, { schema }: MockContext): GraphQLObjectType | undefined {
  return Object.values(schema.getTypeMap()).find(
    (type): type is GraphQLObjectType => isObjectType(type) && isNamedBy(type, folded) && isEntity(type),
  );
}

/** The field of a payload that is the object of the mutation; undefined for a type that is an object of the API itself. */
function payloadField(type: GraphQLObjectType, folded: string): string | undefined {
  const isPayload = /(payload|response|result|output)$/i.test(type.name) || 'success' in type.getFields();
  if (!isPayload && (keyField(type) !== undefined || isEntity(type))) return undefined;
  const itemOf = (field: { type: GraphQLOutputType }) => edgeNode(getNamedType(field.type)) ?? getNamedType(field.type);
  const objects = Object.values(type.getFields()).filter(
    (field) => isEntity(itemOf(field)) && !isErrorField(field) && field.args.length === 0,
  );
  const single = objects.filter((field) => !isListType(getNullableType(field.type)));
  const found =
    objects.find((field) => isNamedBy(itemOf(field), folded)) ??
    single.find((field) => foldName(field.name) === folded) ??
    single.find((field) => folded !== '' && foldName(field.name) === `${folded}edge`) ??
    single[0] ??
    objects[0];
  return found?.name;
}
