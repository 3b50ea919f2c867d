import {
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { type GivenInput, readInputs } from './inputFilter.ts';
import { compileField } from './mockField.ts';
import { foldName } from './mockNames.ts';
import { mockEdge } from './mockPages.ts';
import { mutationEffect } from './mutationEffect.ts';
import { type KnownEffect, echoInputs, writeObjects } from './writeObjects.ts';

type Values = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, unknown>;

/** Compiles a mutation: it creates, changes or deletes objects by its name, and returns them with the values of its inputs. */
export function compileMutation(
  parent: GraphQLObjectType,
  field: Field,
  context: MockContext,
): (key: string, args: Values) => unknown {
  const subject = mutationEffect(field, context);
  const other = compileField(parent, field, context);
  const { type } = subject;
  if (!type) return other;
  return (key, args) => {
    const inputs = readInputs(field.args, args);
    const objects = writeObjects(inputs, { ...subject, type, name: field.name }, context);
    if (!objects) return notFound(field, { ...subject, type });
    return resultOf({ field, subject: { ...subject, type }, inputs, objects }, context) ?? other(key, args);
  };
}

function notFound({ type }: Field, { type: deleted, fieldName }: KnownEffect): null {
  if (!isNonNullType(type) && fieldName === undefined) return null;
  throw new GraphQLError(`No ${deleted.name} was found.`, { extensions: { code: 'NOT_FOUND' } });
}

/** A mutation that has written its objects. */
interface WrittenMutation {
  field: Field;
  subject: KnownEffect;
  inputs: readonly GivenInput[];
  objects: readonly MockObject[];
}

/** The value of the mutation; undefined where it is made as that of any other field. */
function resultOf({ field, subject, inputs, objects }: WrittenMutation, context: MockContext): unknown {
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  const [first] = objects;
  if (isLeafType(named)) {
    return named.name === 'ID' && !isList ? first!.$ref.key : undefined;
  }
  const returned = context.concrete(named)!;
  if (returned === subject.type && subject.fieldName === undefined) return isList ? objects : first;
  if (isList) return undefined;
  return payload(returned, { field, subject, inputs, objects }, context);
}

function payload(
  type: GraphQLObjectType,
  { field, subject, inputs, objects }: WrittenMutation,
  context: MockContext,
): MockObject {
  const { key } = objects[0]!.$ref;
  const fields = type.getFields();
  const place = `${key}.${field.name}`;
  const leaves = inputs.flatMap(({ leaf, parts, ...input }) => (leaf ? [{ ...input, leaf, parts }] : parts));
  const values: Record<string, unknown> = echoInputs(
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
    const held = getNamedType(fields[fieldName]!.type);
    const all = subject.isEdge ? objects.map((object) => mockEdge(held as GraphQLObjectType, object)) : objects;
    values[fieldName] = isListType(getNullableType(fields[fieldName]!.type)) ? all : all[0];
  }
  return mockObject(type.name, place, values);
}
