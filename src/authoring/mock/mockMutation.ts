// Mutations create, change or delete objects by their names, and return them with the values of their arguments.
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { wordsOf } from '../../gateway/plan/conventions/sampleTexts.ts';
import { LIST_LENGTH, foldName, isEntity, isErrorField, isList } from './mockTypes.ts';
import { type MockContext, type MockObject, mockObject, type Values } from './MockContext.ts';
import { type MakeField, prepareField, notFound } from './mockField.ts';
import { findKey, findObject, valuesOf } from './mockInputs.ts';
import { edgeNode, mockEdge } from './mockPages.ts';

type Field = GraphQLField<unknown, unknown>;

/** What a mutation does to objects of which type. */
export interface MutationEffect {
  verb: 'create' | 'update' | 'delete';
  type: GraphQLObjectType;
}

const CREATE = new Set('create add new register insert place post open submit upload send'.split(' '));
const DELETE = new Set(['delete', 'destroy', 'remove']);
const FILLERS = new Set(['by', 'pk', 'one']);

/** Compiles the result of a mutation, which writes its objects. */
export function prepareMutation(parent: GraphQLObjectType, field: Field, context: MockContext): MakeField {
  const effect = mutationEffect(field, context);
  const other = prepareField(parent, field, context);
  if (!effect) return other;
  return (key, args) => {
    const object = writeObject(field, { ...effect, args }, context);
    if (object) return resultOf(field, { ...effect, args, object }, context) ?? other(key, args);
    if (!isNonNullType(field.type) && getNamedType(field.type) === effect.type) return null;
    throw notFound(effect.type);
  };
}

/** What a mutation does, by its name, such as `userCreate`, `createUser` or `delete_user_by_pk`, and by its return type. */
export function mutationEffect({ name, type }: Field, context: MockContext): MutationEffect | undefined {
  const words = wordsOf(name);
  const verb = [words[0]!, words.at(-1)!].find((word) => CREATE.has(word) || DELETE.has(word));
  const subject = words.filter((word) => word !== verb && !FILLERS.has(word)).join('');
  const types = returnedTypes(context.concrete(getNamedType(type)), context);
  const named = types.find((returned) => isNamedBy(returned, subject));
  // Of `removeItemFromCart`, which returns a cart, the cart is changed.
  const deleted = verb !== undefined && DELETE.has(verb) ? (named ?? typeNamed(subject, context)) : undefined;
  if (deleted) return { verb: 'delete', type: deleted };
  const object = named ?? types[0];
  return object && { verb: verb !== undefined && CREATE.has(verb) ? 'create' : 'update', type: object };
}

/** The type itself, or of a payload the types of the objects in it. */
function returnedTypes(type: GraphQLObjectType | undefined, context: MockContext): GraphQLObjectType[] {
  if (!type || (isEntity(type) && !isPayload(type))) return type ? [type] : [];
  const fields = Object.values(type.getFields()).filter((field) => !isErrorField(field));
  const types = fields.map((field) => context.concrete(itemOf(getNamedType(field.type))));
  const entities = types.filter((returned) => returned !== undefined && isEntity(returned));
  return isPayload(type) || entities.length > 0 ? (entities as GraphQLObjectType[]) : [type];
}

function isPayload(type: GraphQLObjectType): boolean {
  return /(payload|response|result|output)$/i.test(type.name) || 'success' in type.getFields();
}

/** The node of an edge, or the type itself. */
function itemOf(type: GraphQLNamedType): GraphQLNamedType {
  return edgeNode(type) ?? type;
}

function isNamedBy({ name }: GraphQLNamedType, subject: string): boolean {
  return [foldName(name), `${foldName(name)}s`].includes(subject);
}

function typeNamed(subject: string, { schema }: MockContext): GraphQLObjectType | undefined {
  return Object.values(schema.getTypeMap()).find(
    (type): type is GraphQLObjectType => isObjectType(type) && isNamedBy(type, subject) && isEntity(type),
  );
}

type Write = MutationEffect & { args: Values };

/** Writes the object of a mutation and returns it; undefined where it was deleted before. */
function writeObject(
  { args: declared }: Field,
  { verb, type, args }: Write,
  context: MockContext,
): MockObject | undefined {
  if (verb === 'create') {
    const created = context.list(type.name).filter((writes) => writes.isCreated).length;
    const key = findKey(args, type) ?? context.keyAt(type, LIST_LENGTH + 1 + created);
    const object = mockObject(type.name, key, valuesOf(args, type, context));
    context.write(object, { isCreated: true, isDeleted: false, args });
    return object;
  }
  const first = () => context.listKeys(type).find((key) => !context.isDeleted(type.name, key));
  const object = findObject(args, type, context, declared) ?? mockObject(type.name, first() ?? '');
  if (context.isDeleted(type.name, object.key)) return undefined;
  if (verb === 'delete') context.write(object, { isDeleted: true });
  else context.write(mockObject(type.name, object.key, valuesOf(args, type, context)));
  return object;
}

/** The value of the mutation; undefined where it is made as that of any other field. */
function resultOf(field: Field, { type, args, object }: Write & { object: MockObject }, context: MockContext): unknown {
  const named = getNamedType(field.type);
  const isListed = isList(field.type);
  if (isLeafType(named)) return named.name === 'ID' && !isListed ? object.key : undefined;
  const returned = context.concrete(named)!;
  if (returned === type) return isListed ? [object] : object;
  if (isListed || (isEntity(returned) && !isPayload(returned))) return undefined;
  const values: Record<string, unknown> = { ...valuesOf(args, returned, context) };
  for (const { name, type: fieldType } of Object.values(returned.getFields())) {
    const fieldNamed = getNamedType(fieldType);
    if (fieldNamed.name === 'ID') values[name] = object.key;
    if (context.concrete(itemOf(fieldNamed)) !== type) continue;
    const item = fieldNamed === itemOf(fieldNamed) ? object : mockEdge(fieldNamed, object);
    values[name] = isList(fieldType) ? [item] : item;
  }
  return mockObject(returned.name, `${field.name}.${object.key}`, values);
}
