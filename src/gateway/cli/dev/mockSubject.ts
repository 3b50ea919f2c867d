import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import type { MockContext } from './mockContext.ts';
import { isErrorField } from './mockErrors.ts';
import { foldName } from './mockFieldNames.ts';
import { isEntity, keyField } from './mockKeys.ts';
import { mockWords } from './mockWords.ts';

/** What a mutation does to which objects. */
export interface MockSubject {
  verb: 'create' | 'update' | 'delete';
  /** The type of the object; undefined where none is found. */
  type: GraphQLObjectType | undefined;
  /** The field of the payload that is the object; undefined where the mutation answers the object itself, or none. */
  fieldName: string | undefined;
}

const CREATE = new Set(
  'create add new register insert place post open submit make start upload import invite send clone duplicate'.split(
    ' ',
  ),
);
const DELETE = new Set(['delete', 'destroy', 'remove']);

/** What a mutation does, by its name, such as `userCreate`, `createUser` or `delete_user_by_pk`, and by what it answers. */
export function mockSubject(
  { name, type }: { name: string; type: Parameters<typeof getNamedType>[0] },
  context: MockContext,
): MockSubject {
  const words = mockWords(name);
  const verbWord = [words[0]!, words.at(-1)!].find((word) => CREATE.has(word) || DELETE.has(word));
  const rest = words
    .filter((word) => word !== verbWord && !['by', 'pk', 'one', 'bulk', 'many'].includes(word))
    .join('');
  const answered = context.concrete(getNamedType(type)!);
  const fieldName = answered && payloadField(answered, rest);
  const object =
    fieldName === undefined ? answered : context.concrete(getNamedType(answered!.getFields()[fieldName]!.type));
  const isNamed = object !== undefined && isNamedBy(object, rest);
  if (verbWord !== undefined && DELETE.has(verbWord)) {
    const deleted = isNamed ? object : typeNamed(rest, context);
    if (deleted) return { verb: 'delete', type: deleted, fieldName: deleted === object ? fieldName : undefined };
    if (verbWord !== 'remove') return { verb: 'delete', type: object, fieldName };
  }
  const isCreated = verbWord !== undefined && CREATE.has(verbWord);
  return { verb: isCreated ? 'create' : 'update', type: object, fieldName };
}

const isNamedBy = ({ name }: GraphQLNamedType, folded: string): boolean => {
  const own = foldName(name);
  return own === folded || `${own}s` === folded;
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
  const objects = Object.values(type.getFields()).filter(
    (field) => isEntity(getNamedType(field.type)) && !isErrorField(field) && field.args.length === 0,
  );
  const single = objects.filter((field) => !isListType(getNullableType(field.type)));
  const found =
    objects.find((field) => isNamedBy(getNamedType(field.type), folded)) ??
    single.find((field) => foldName(field.name) === folded) ??
    single[0] ??
    objects[0];
  return found?.name;
}
