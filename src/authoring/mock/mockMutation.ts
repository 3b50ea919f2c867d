// Mutations create, change or delete objects by their names, and return them with the values of their arguments.
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { LIST_LENGTH, foldName, isEntity, isErrorField, wordsOf } from './mockTypes.ts';
import { type MockContext, type MockObject, mockObject, type Values } from './MockContext.ts';
import { type MakeField, compileField, notFound } from './mockField.ts';
import { findKey, findObjects, isRecord, valuesOf } from './mockInputs.ts';
import { edgeNode, mockEdge } from './mockPages.ts';

type Field = GraphQLField<unknown, unknown>;

/** What a mutation does to objects of which type. */
export interface MutationEffect {
  verb: 'create' | 'update' | 'delete';
  type: GraphQLObjectType;
}

const CREATE = new Set('create add new register insert place post open submit upload send'.split(' '));
const DELETE = new Set(['delete', 'destroy', 'remove']);
const FILLERS = new Set(['by', 'pk', 'one', 'bulk', 'many']);

/** Compiles the result of a mutation, which writes its objects. */
export function compileMutation(parent: GraphQLObjectType, field: Field, context: MockContext): MakeField {
  const effect = mutationEffect(field, context);
  const other = compileField(parent, field, context);
  if (!effect) return other;
  return (key, args) => {
    const objects = writeObjects(field, { ...effect, args }, context);
    if (objects.length > 0) return resultOf(field, { ...effect, args, objects }, context) ?? other(key, args);
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
  // In `productVariantStocksDelete`, something of a product variant is deleted.
  const owner = types.find((returned) => subject.startsWith(foldName(returned.name)));
  if (verb !== undefined && DELETE.has(verb)) {
    const deleted = named ?? typeNamed(subject, context) ?? (verb === 'remove' || owner ? undefined : types[0]);
    if (deleted) return { verb: 'delete', type: deleted };
  }
  const object = named ?? owner ?? types[0];
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

/** Writes the objects of a mutation and returns them: none where they were deleted before. */
function writeObjects({ args: declared }: Field, { verb, type, args }: Write, context: MockContext): MockObject[] {
  if (verb === 'create') {
    const [list, ...others] = Object.values(args);
    const isBulk = others.length === 0 && Array.isArray(list) && list.every(isRecord);
    return (isBulk ? list : [args]).map((item) => {
      const created = context.list(type.name).filter((writes) => writes.isCreated).length;
      const key = findKey(item, type) ?? context.keyAt(type, LIST_LENGTH + 1 + created);
      const object = mockObject(type.name, key, valuesOf(item, mockObject(type.name, key), context));
      context.write(object, { isCreated: true, isDeleted: false, args });
      return object;
    });
  }
  const first = () => context.listKeys(type).find((key) => !context.isDeleted(type.name, key));
  const named = findObjects(args, type, context, declared) ?? [mockObject(type.name, first() ?? '')];
  const objects = named.filter(({ key }) => !context.isDeleted(type.name, key));
  for (const object of objects) {
    if (verb === 'delete') context.write(object, { isDeleted: true });
    else context.write(mockObject(type.name, object.key, valuesOf(args, object, context)));
  }
  return objects;
}

/** The value of the mutation; undefined where it is made as that of any other field. */
function resultOf(
  field: Field,
  { type, args, objects }: Write & { objects: readonly MockObject[] },
  context: MockContext,
): unknown {
  const named = getNamedType(field.type);
  const [first] = objects;
  const isList = isListType(getNullableType(field.type));
  if (isLeafType(named)) return named.name === 'ID' && !isList ? first!.key : undefined;
  const returned = context.concrete(named)!;
  if (returned === type) return isList ? objects : first;
  if (isList || (isEntity(returned) && !isPayload(returned))) return undefined;
  const payload = mockObject(returned.name, `${field.name}.${first!.key}`);
  const values: Record<string, unknown> = { ...valuesOf(args, payload, context) };
  for (const { name, type: fieldType } of Object.values(returned.getFields())) {
    const fieldNamed = getNamedType(fieldType);
    if (fieldNamed.name === 'ID') values[name] = first!.key;
    if (context.concrete(itemOf(fieldNamed)) !== type) continue;
    const all = fieldNamed === itemOf(fieldNamed) ? objects : objects.map((object) => mockEdge(fieldNamed, object));
    values[name] = isListType(getNullableType(fieldType)) ? all : all[0];
  }
  return mockObject(payload.typeName, payload.key, values);
}
