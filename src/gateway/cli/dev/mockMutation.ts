import {
  type GraphQLField,
  GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { MockContext } from './mockContext.ts';
import { mockEcho } from './mockEcho.ts';
import { compileMockField } from './mockField.ts';
import { foldName } from './mockFieldNames.ts';
import { mockFilter } from './mockFilter.ts';
import { mockFind } from './mockFind.ts';
import { LIST_LENGTH } from './mockIndex.ts';
import { type MockInput, mockInputs } from './mockInputs.ts';
import { keyField, naturalKeys } from './mockKeys.ts';
import { type MockObject, mockObject } from './mockObject.ts';
import { mockSlug } from './mockSlug.ts';
import { type MockSubject, mockSubject } from './mockSubject.ts';

type Values = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, unknown>;

/** Compiles a mutation: it creates, changes or deletes objects by its name, and answers them with what its inputs say. */
export function compileMockMutation(
  parent: GraphQLObjectType,
  field: Field,
  context: MockContext,
): (key: string, args: Values) => unknown {
  const subject = mockSubject(field, context);
  const other = compileMockField(parent, field, context);
  const { type } = subject;
  if (!type) return other;
  return (key, args) => {
    const inputs = mockInputs(field.args, args);
    const objects = write(inputs, { ...subject, type }, context);
    if (!objects) return notFound(field, subject);
    return answer({ field, subject: { ...subject, type }, inputs, objects }, context) ?? other(key, args);
  };
}

type Known = MockSubject & { type: GraphQLObjectType };

/** Writes the objects of a mutation and returns them; undefined where they were deleted before. */
function write(inputs: readonly MockInput[], { verb, type }: Known, context: MockContext): MockObject[] | undefined {
  const { state } = context;
  const list = inputs.find(({ items }) => items.length > 0);
  const id = keyOf(inputs, type);
  if (verb === 'create') {
    const each = list && inputs.every((input) => input === list || input.leaf) ? list.items : [inputs];
    return each.map((item) => create(item, { type, id: each.length === 1 ? id : undefined }, context));
  }
  const key = id ?? keyByNames(inputs, type, context);
  if (state.isDeleted(type.name, key)) return undefined;
  if (verb === 'delete') state.delete(type.name, key);
  else state.update(type.name, key, changes(inputs, { type, key }, context));
  return [mockObject(type.name, key)];
}

function create(
  inputs: readonly MockInput[],
  { type, id }: { type: GraphQLObjectType; id: string | undefined },
  context: MockContext,
): MockObject {
  const key = id ?? context.keyAt(type, context.state.nextIndex(type.name, LIST_LENGTH + 1));
  const values = mockEcho(inputs, { target: type, key }, context);
  const name = values['title'] ?? values['name'];
  if ('slug' in type.getFields() && typeof name === 'string') values['slug'] ??= mockSlug(name);
  context.state.create(type.name, key, values);
  return mockObject(type.name, key);
}

/** What changes: names outside of an input object say which object, unless there is nothing else or an id. */
function changes(
  inputs: readonly MockInput[],
  place: { type: GraphQLObjectType; key: string },
  context: MockContext,
): Values {
  const target = { target: place.type, key: place.key };
  const found = mockFilter(
    inputs.filter(({ leaf }) => leaf),
    place.type,
    context,
  );
  return { ...found, ...mockEcho(inputs, target, context) };
}

/** The id in the arguments, wherever it is: `id`, `userId`, `where: {id: {_eq: 1}}`. */
function keyOf(inputs: readonly MockInput[], type: GraphQLObjectType): string | undefined {
  const own = keyField(type);
  if (own === undefined) return undefined;
  const names = new Set([foldName(own), foldName(`${type.name}${own}`)]);
  const search = (level: readonly MockInput[]): string | undefined => {
    if (level.length === 0) return undefined;
    for (const { name, value, parts } of level) {
      if (!names.has(foldName(name))) continue;
      const operand = parts.find((part) => /^_?(eq|equals)$/.test(part.name))?.value ?? value;
      if (typeof operand === 'string' || typeof operand === 'number') return String(operand);
    }
    return search(level.flatMap(({ parts }) => parts));
  };
  return search(inputs);
}

/** Without an id: the object with the slug or another such name of the arguments; else the one that a single ID names. */
function keyByNames(inputs: readonly MockInput[], type: GraphQLObjectType, context: MockContext): string {
  const outer = inputs.filter(({ leaf }) => leaf);
  const ids = outer.filter(({ leaf, isList, value }) => leaf!.name === 'ID' && !isList && value !== null);
  if (keyField(type) !== undefined && ids.length === 1) return String(ids[0]!.value);
  const isOuter = outer.length < inputs.length;
  const names = new Set([...naturalKeys(type), ...(isOuter ? outer.map(({ name }) => name) : [])]);
  const asked = Object.entries(mockFilter(inputs, type, context)).filter(([name]) => names.has(name));
  if (asked.length > 0) return mockFind(type, Object.fromEntries(asked), context);
  return context.keyAt(type, 1);
}

function notFound({ type, name }: Field, { fieldName }: MockSubject): null {
  if (!isNonNullType(type) && fieldName === undefined) return null;
  throw new GraphQLError(`The object of ${name} does not exist.`, { extensions: { code: 'NOT_FOUND' } });
}

interface Answer {
  field: Field;
  subject: Known;
  inputs: readonly MockInput[];
  objects: readonly MockObject[];
}

/** The value of the mutation; undefined where it is made as that of any other field. */
function answer({ field, subject, inputs, objects }: Answer, context: MockContext): unknown {
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  const [first] = objects;
  if (isLeafType(named)) {
    return named.name === 'ID' && !isList ? first!.$ref.key : undefined;
  }
  const answered = context.concrete(named)!;
  if (answered === subject.type && subject.fieldName === undefined) return isList ? objects : first;
  if (isList) return undefined;
  return payload(answered, { field, subject, inputs, objects }, context);
}

function payload(
  type: GraphQLObjectType,
  { field, subject, inputs, objects }: Answer,
  context: MockContext,
): MockObject {
  const { key } = objects[0]!.$ref;
  const fields = type.getFields();
  const place = `${key}.${field.name}`;
  const leaves = inputs.flatMap(({ leaf, parts, ...input }) => (leaf ? [{ ...input, leaf, parts }] : parts));
  const values: Record<string, unknown> = mockEcho(
    leaves.filter(({ leaf }) => leaf),
    { target: type, key: place },
    context,
  );
  for (const { name, type: of } of Object.values(fields)) {
    const isKeyName =
      /^(id|entityId|deleted\w*Id|deletedId)$/.test(name) || foldName(name) === foldName(`${subject.type.name}Id`);
    if (isKeyName && getNamedType(of).name === 'ID') values[name] = key;
    if (/affected/i.test(name) && getNamedType(of).name === 'Int') values[name] = objects.length;
  }
  const { fieldName } = subject;
  if (fieldName !== undefined) {
    values[fieldName] = isListType(getNullableType(fields[fieldName]!.type)) ? objects : objects[0];
  }
  return mockObject(type.name, place, values);
}
