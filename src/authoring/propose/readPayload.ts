// What a mutation returns, as a response and its errors.
import {
  type GraphQLAbstractType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql';
import {
  errorMembers,
  isErrorType,
  isErrors,
  isResult,
  isSuccess,
} from '../../gateway/compile/endpoint/checkMutations.ts';
import type { DraftContext } from './Draft.ts';
import type { ShapeLibrary } from './ShapeLibrary.ts';
import { singularNoun } from './naming/inflection.ts';
import { type Words, splitWords } from './naming/words.ts';
import { type Field, idOf, isLeaf, isList, isRequiredScalar, selectScalar, selectableFields } from './schema/fields.ts';
import { readConnection } from './schema/readConnection.ts';

/** Fields of payloads beside their objects that a REST response does not need. */
const STATUS =
  /^(?:success|successful|succeeded|ok|code|status|statusCode|message|messages|clientMutationId|lastSyncId|affected_rows|affectedRows)$/;

/** What a mutation returns, as a response. */
export interface Payload {
  /** The type of the object that it is about, or of the first of several objects. */
  main?: GraphQLNamedType;
  /** The same type, where no other object could be meant. */
  entity?: GraphQLNamedType | undefined;
  /** Directives and selection of the root field. */
  text: string;
  /** The same for a response without a body. */
  emptyText: string;
  uses: readonly string[];
  /** The properties of the body that are never null. */
  required: readonly string[];
  /** Whether there is nothing to send but that it succeeded. */
  isEmpty: boolean;
}

interface PayloadContext extends Pick<DraftContext, 'schema' | 'shapes'> {
  /** The types of the payloads around it. */
  around?: readonly GraphQLNamedType[];
}

/** Reads the payload of a mutation about an object of one of the nouns. Undefined where nothing of it can be selected. */
export function readPayload(
  type: GraphQLOutputType,
  nouns: readonly Words[],
  { schema, shapes, around = [] }: PayloadContext,
): Payload | undefined {
  const named = getNamedType(type);
  const context = { schema, shapes, around: [...around, named] };
  if (isLeafType(named)) {
    return { text: '', emptyText: '', uses: [], required: [], isEmpty: named.name === 'Boolean' };
  }
  const isListed = isListType(getNullableType(type));
  if (!isListed && !around.includes(named)) {
    if (isUnionType(named) || (isAbstractType(named) && errorMembers(named, schema).length > 0))
      return readUnion(named, nouns, context);
    if (isPayload(named, schema)) return readObject(named, nouns, context);
  }
  return selectObject(named, isListed, shapes);
}

function selectObject(type: GraphQLNamedType, isListed: boolean, shapes: ShapeLibrary): Payload | undefined {
  const selection = shapes.select(type, isListed ? 'summary' : 'whole');
  if (!selection) return undefined;
  const { text, uses, required } = selection;
  const id = idOf(type) ?? selectableFields(type).find(isLeaf);
  const emptyText = id === undefined ? text : `{ ${selectScalar(id, type)} }`;
  return { main: type, entity: type, text, emptyText, uses, required: isListed ? [] : required, isEmpty: false };
}

function readObject(type: GraphQLNamedType, nouns: readonly Words[], context: PayloadContext): Payload | undefined {
  const fields = selectableFields(type);
  const faults = fields.flatMap(
    (field) => errorText(field) ?? (isSuccess(field) ? `${field.name} @error(status: 422)` : []),
  );
  const leaves = fields.filter((field) => isLeaf(field) && !isErrors(field) && !isSuccess(field));
  // With a token beside it, all of it is the body.
  const extra = leaves.filter(({ name }) => !STATUS.test(name));
  const result = extra.length === 0 ? resultField(type, context.schema) : undefined;
  const read = result && !isList(result) ? readPayload(result.type, nouns, context) : undefined;
  const object = result && read ? inField(read, (text) => `${result.name} ${text}`) : readMain(type, nouns, context);
  if (object && extra.length === 0) {
    return inField(object, (text) => `@unwrap { ${[...faults, text].join('\n')} }`);
  }
  const shown = extra.length > 0 ? extra : leaves.filter(({ name }) => name !== 'clientMutationId');
  const names = shown.map(({ name }) => name);
  if (names.length === 0) {
    if (faults.length === 0 && leaves.length === 0) return undefined;
    const text = `{ ${[...faults, leaves[0]?.name ?? '__typename'].join('\n')} }`;
    return { text, emptyText: text, uses: [], required: [], isEmpty: true };
  }
  return {
    ...object,
    text: `{ ${[...faults, ...names, ...(object ? [object.text] : [])].join('\n')} }`,
    emptyText: `{ ${[...faults, names[0]].join('\n')} }`,
    uses: object?.uses ?? [],
    required: shown.filter(isRequiredScalar).map(({ name }) => name),
    isEmpty: extra.length === 0,
  };
}

/** A payload whose selections are in another one. */
function inField(payload: Payload, around: (text: string) => string): Payload {
  return { ...payload, text: around(payload.text), emptyText: around(payload.emptyText) };
}

/** A result of one of several types, some of which are errors: `union CreateUserResult = User | EmailTaken`. */
function readUnion(type: GraphQLAbstractType, nouns: readonly Words[], context: PayloadContext): Payload | undefined {
  const errors = errorMembers(type, context.schema);
  const results = context.schema.getPossibleTypes(type).filter((member) => !errors.includes(member));
  const read = results.flatMap((member) => {
    const payload = readPayload(member, nouns, context);
    return payload ? [{ member, payload }] : [];
  });
  const [only, second] = read;
  if (!only || read.length < results.length) return undefined;
  const isUnwrapped = second === undefined && only.payload.text.startsWith('@unwrap ');
  const textOf = (inner: (payload: Payload) => string) => {
    const lines = read.map(({ member, payload }) => {
      const text = inner(payload).replace(/^@unwrap /, '');
      // A fragment of errors alone would be a response without a property.
      return `... on ${member.name} ${payload.isEmpty && !text.includes('__typename') ? text.replace('{', '{ __typename') : text}`;
    });
    return `${isUnwrapped ? '@unwrap ' : ''}{ ${[...lines, ...errors.map(errorFragment)].join('\n')} }`;
  };
  return {
    ...only.payload,
    ...(second && { entity: undefined }),
    text: textOf(({ text }) => text),
    emptyText: textOf(({ emptyText }) => emptyText),
    uses: [...new Set(read.flatMap(({ payload }) => payload.uses))],
    required: second ? [] : only.payload.required,
    isEmpty: read.every(({ payload }) => payload.isEmpty),
  };
}

function resultField(type: GraphQLNamedType, schema: GraphQLSchema): Field | undefined {
  return selectableFields(type).find((field) => !isLeaf(field) && !isErrors(field) && isResult(field, schema));
}

/** The object that a payload is about: that of a noun, or else the first. */
function readMain(
  type: GraphQLNamedType,
  nouns: readonly Words[],
  { schema, shapes }: PayloadContext,
): Payload | undefined {
  const result = resultField(type, schema);
  const fields = result ? [result] : selectableFields(type).filter((field) => !isLeaf(field) && !isErrors(field));
  const objects = fields.flatMap((field) => {
    const named = getNamedType(field.type);
    const node = named.name.endsWith('Edge') ? selectableFields(named).find(({ name }) => name === 'node') : undefined;
    const of = node ? getNamedType(node.type) : named;
    const isRoot = /^(?:Query|Mutation)$/.test(named.name);
    return isRoot || !isCompositeType(of) || readConnection({ ...field, type: of }) ? [] : [{ field, node, type: of }];
  });
  const plain = objects.filter(({ field, node }) => !isList(field) && !node);
  // accountAddressCreate returns an address.
  const named = [...nouns, ...nouns.map((noun) => noun.slice(-1))].flatMap((noun) => {
    const isNoun = (name: string) => singularNoun(splitWords(name)).join() === noun.join();
    return plain.find(({ field }) => isNoun(field.name)) ?? plain.find((object) => isNoun(object.type.name)) ?? [];
  })[0];
  const chosen = named ?? plain[0] ?? objects.find(({ field }) => !isList(field)) ?? objects[0];
  const selected = chosen && selectObject(chosen.type, isList(chosen.field), shapes);
  if (!selected) return undefined;
  const { name } = chosen.field;
  const { entity, ...object } = inField(selected, (text) =>
    chosen.node ? `${name} @unwrap { node ${text} }` : `${name} ${text}`,
  );
  return named || objects.length === 1 ? { ...object, entity } : object;
}

/** Whether a type is the result of a mutation, and no object of its own. */
function isPayload(type: GraphQLNamedType, schema: GraphQLSchema): boolean {
  if (!isObjectType(type) || idOf(type)) return false;
  const fields = Object.values(type.getFields());
  if (fields.some((field) => STATUS.test(field.name) || isErrors(field)) || resultField(type, schema)) return true;
  if (/(?:Payload|Response|Result|Output|Return|Success)$/.test(type.name)) return true;
  // An object around an object has no shape of its own.
  const [only, second] = fields;
  return only !== undefined && !second && !isLeaf(only) && !isList(only);
}

const MAX_LEVELS = 2;

/** The selection of a field with errors, as the response of 400; undefined for another field. */
function errorText(field: Field): string | undefined {
  if (!isErrors(field)) return undefined;
  const type = getNamedType(field.type);
  return `${field.name} @error(status: 400) ${isLeafType(type) ? '' : problemText(type)}`;
}

/** The fragment of an error in a union: `... on EmailTaken @error(status: 400) { message }`. */
function errorFragment(type: GraphQLObjectType): string {
  return `... on ${type.name} @error(status: ${/not_?found/i.test(type.name) ? 404 : 400}) ${problemText(type)}`;
}

/** What is selected of an error: its place, message and code, and the same of the errors in it. */
function problemText(type: GraphQLNamedType): string {
  return `{ ${problemLines(type).join('\n') || '__typename'} }`;
}

function problemLines(type: GraphQLNamedType, level = 1): string[] {
  const fields = selectableFields(type);
  const find = (name: string) => fields.find((field) => field.name === name && isLeaf(field));
  const path = find('path') ? 'field: path' : undefined;
  const place = find('field') ? 'field' : (path ?? (level > 1 && find('name') ? 'field: name' : undefined));
  const texts = ['message', 'code'].flatMap((name) => find(name)?.name ?? []);
  const inner = fields.flatMap((field) => {
    const named = getNamedType(field.type);
    if (isLeaf(field) || level > MAX_LEVELS || !(isErrors(field) || isErrorType(named))) return [];
    const lines = problemLines(named, level + 1);
    return lines.length > 0 ? [`${field.name} { ${lines.join('\n')} }`] : [];
  });
  return [...(place !== undefined && texts.length > 0 ? [place] : []), ...texts, ...inner];
}
