// The fields of a schema: which ones are shown to clients, and what identifies an object.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

export type Field = GraphQLField<unknown, unknown>;
/** An argument, or a field of an input object. */
export type InputValue = GraphQLArgument | GraphQLInputField;

/**
 * Says that callers without a permission get an error: `Requires one of the following permissions: …`. Not so what they need for
 * some objects only: `for other orders requires one of …`.
 */
const RESTRICTED = /\b(?<!\bfor other \w+ )requires?\b[^.]*\b(?:permissions?|scopes?|roles?)\b/i;
/** What a service keeps for itself: `privateMetadata`, `internalNote`, `[Internal] …`. */
const INTERNAL_NAME = /^(?:private|internal)[A-Z_]/;
const ID_NAME = /(?:ID|Id|_id)s?$/;
const INTERNAL = /^\s*\[internal\]/i;

/** Whether a field is for those who make the API, and not for its clients. */
export function isInternal({ name, description, type }: Field): boolean {
  const isId = ID_NAME.test(name) || getNamedType(type).name === 'ID';
  return name.startsWith('_') || (INTERNAL_NAME.test(name) && !isId) || INTERNAL.test(description ?? '');
}

/** The fields of an object that can be selected without arguments, and by everybody who can read the object. */
export function selectableFields(type: GraphQLNamedType): Field[] {
  return fieldsOf(type).filter(
    (field) =>
      field.deprecationReason == null &&
      !field.name.startsWith('_') &&
      !field.args.some(isRequiredArgument) &&
      !RESTRICTED.test(field.description ?? ''),
  );
}

export function fieldsOf(type: GraphQLNamedType | null | undefined): Field[] {
  return hasFields(type) ? Object.values(type.getFields()) : [];
}

export function hasFields(type: GraphQLNamedType | null | undefined): type is GraphQLObjectType | GraphQLInterfaceType {
  return isObjectType(type) || isInterfaceType(type);
}

/** Why a response shows nothing of a type. */
export function describeUnselectable(type: GraphQLNamedType): string {
  return `${type.name} has no scalar that can be selected without arguments and permissions.`;
}

/** Whether a scalar is always in a response. */
export function isRequiredScalar(field: Field): boolean {
  return isNonNullType(field.type) && !isList(field);
}

export function isLeaf({ type }: { type: GraphQLOutputType }): boolean {
  return isLeafType(getNamedType(type));
}

export function isList({ type }: { type: GraphQLOutputType }): boolean {
  return isListType(getNullableType(type));
}

/** The field that identifies objects of a type for clients: `internalID` where there is no `id`, or only that of Relay. */
export function idOf(type: GraphQLNamedType): Field | undefined {
  const fields = selectableFields(type);
  const [id, internalId] = [/^id$/, /^internal_?id$/i].map((name) => fields.find((field) => name.test(field.name)));
  const isScalar = (field: Field) => isLeaf(field) && !isList(field);
  if (id && !isScalar(id)) return undefined;
  if (!internalId || !isScalar(internalId) || isInternal(internalId)) return id;
  // An object whose only id can be null, such as an image, is no resource.
  return (id ? isGlobal(id, type) : isNonNullType(internalId.type)) ? internalId : id;
}

/** Whether an id is that of Relay, for `node(id)`, and not for the queries and mutations of its type. */
function isGlobal({ description }: Field, type: GraphQLNamedType): boolean {
  const interfaces = hasFields(type) ? type.getInterfaces() : [];
  return /\bglobal/i.test(description ?? '') || interfaces.some(({ name }) => name === 'Node');
}

/** The name of a scalar of a type in responses: that of its id is `id`. */
export function responseName(field: Field, type: GraphQLNamedType): string {
  return field === idOf(type) ? 'id' : field.name;
}

/** The selection of a scalar of a type: `name`, or `id: internalID`. */
export function selectScalar(field: Field, type: GraphQLNamedType): string {
  const name = responseName(field, type);
  return name === field.name ? name : `${name}: ${field.name}`;
}

export function isRequired(input: InputValue): boolean {
  return isRequiredArgument(input) || isRequiredInputField(input);
}

/** The arguments, or input fields, that clients can fill: those that are deprecated only where they are required. */
export function usableInputs<Input extends InputValue>(inputs: readonly Input[]): Input[] {
  return inputs.filter(
    (input) => input.name !== 'clientMutationId' && (input.deprecationReason == null || isRequired(input)),
  );
}

/** The fields of an object that its shape can have, of two ids that of clients. */
export function shownFields(type: GraphQLNamedType): Field[] {
  const id = idOf(type);
  return selectableFields(type).filter(
    (field) => !isInternal(field) && (field.name !== 'id' || field === (id ?? field)),
  );
}

/** The scalars of an object, the id first. */
export function leavesOf(type: GraphQLNamedType): Field[] {
  const id = idOf(type);
  const leaves = shownFields(type).filter((field) => isLeaf(field) && getNamedType(field.type).name !== 'Upload');
  return leaves.toSorted((a, b) => Number(b === id) - Number(a === id));
}

/** The first sentence of a description, or another one where there is none. */
export function describeField({ description }: { description?: string | null | undefined }, fallback: string): string {
  const text = (description ?? '')
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = /^.*?[.!?](?=\s+[A-Z`"[(]|$)/.exec(text)?.[0] ?? text;
  if (sentence === '' || sentence.length > MAX_LENGTH) return fallback;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

const MAX_LENGTH = 200;
