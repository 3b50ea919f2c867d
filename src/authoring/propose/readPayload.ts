// What a mutation returns, as a response and its errors.
import {
  type GraphQLAbstractType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
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
import type { Selection, ShapeLibrary } from './ShapeLibrary.ts';
import { singularNoun } from './naming/inflection.ts';
import { type Words, splitWords } from './naming/words.ts';
import { type Field, idOf, isLeaf, isList, selectScalar, selectableFields } from './schema/fields.ts';
import { readConnection } from './schema/readConnection.ts';

/** Fields of payloads beside their objects that a REST response does not need. */
const STATUS =
  /^(?:success|successful|succeeded|ok|code|status|statusCode|message|messages|clientMutationId|lastSyncId|affected_rows|affectedRows)$/;

/** What a mutation returns, as a response. */
export interface Payload {
  /** The type of the object that it is about; undefined for none, and where several objects could be. */
  entity?: GraphQLNamedType;
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

/** The type of the object that a mutation is about, whose noun may be one of these. */
export function entityOf(
  type: GraphQLOutputType,
  candidates: readonly Words[],
  schema: GraphQLSchema,
  around: readonly GraphQLNamedType[] = [],
): GraphQLNamedType | undefined {
  const named = getNamedType(type);
  if (isLeafType(named) || around.includes(named)) return undefined;
  const outer = [...around, named];
  if (isUnion(named, schema)) {
    const member = splitMembers(named, schema).results[0];
    return member && (isPayload(member, schema) ? entityOf(member, candidates, schema, outer) : member);
  }
  if (!isPayload(named, schema)) return named;
  const result = resultField(named, schema);
  return result ? entityOf(result.type, candidates, schema, outer) : mainField(named, candidates, schema)?.type;
}

interface PayloadContext {
  schema: GraphQLSchema;
  shapes: ShapeLibrary;
  /** The types of the payloads around it. */
  around?: readonly GraphQLNamedType[];
}

/** Reads the payload of a mutation about an object of the noun. Undefined where nothing of it can be selected. */
export function readPayload(
  type: GraphQLOutputType,
  noun: Words,
  { schema, shapes, around = [] }: PayloadContext,
): Payload | undefined {
  const named = getNamedType(type);
  const context = { schema, shapes, around: [...around, named] };
  if (isLeafType(named)) {
    return { text: '', emptyText: '', uses: [], required: [], isEmpty: named.name === 'Boolean' };
  }
  const isListed = isListType(getNullableType(type));
  if (isUnion(named, schema) && !isListed && !around.includes(named)) return readUnion(named, noun, context);
  if (isPayload(named, schema) && !isListed && !around.includes(named)) return readObject(named, noun, context);
  const selection = shapes.select(named, isListed ? 'summary' : 'whole');
  if (!selection) return undefined;
  const id = idOf(named) ?? selectableFields(named).find(isLeaf);
  return {
    entity: named,
    text: selection.text,
    emptyText: id === undefined ? selection.text : `{ ${selectScalar(id, named)} }`,
    uses: selection.uses,
    required: selection.required,
    isEmpty: false,
  };
}

function readObject(type: GraphQLNamedType, noun: Words, context: PayloadContext): Payload | undefined {
  const { schema, shapes } = context;
  const fields = selectableFields(type);
  const faults = fields.flatMap(
    (field) => errorText(field) ?? (isSuccess(field) ? `${field.name} @error(status: 422)` : []),
  );
  const extra = fields.filter((field) => isLeaf(field) && !STATUS.test(field.name) && !isErrors(field));
  const result = resultField(type, schema);
  const read = result && !isList(result) ? readPayload(result.type, noun, context) : undefined;
  // With a token beside it, all of it is the body.
  if (result && read && extra.length === 0) {
    const around = (text: string) => `@unwrap { ${[...faults, `${result.name} ${text}`].join('\n')} }`;
    return { ...read, text: around(read.text), emptyText: around(read.emptyText) };
  }
  const main = mainField(type, [noun], schema);
  const selection =
    main && (selectMembers(main.type, context) ?? shapes.select(main.type, main.isList ? 'summary' : 'whole'));
  const others = fields.filter(
    (field) => isLeaf(field) && !isErrors(field) && !isSuccess(field) && field.name !== 'clientMutationId',
  );

  if (main && selection && extra.length === 0) {
    const inner = main.text(selection.text);
    const id = idOf(main.type);
    const empty = id === undefined ? inner : main.text(`{ ${selectScalar(id, main.type)} }`);
    return {
      ...(main.isCertain && { entity: main.type }),
      text: `@unwrap { ${[...faults, inner].join('\n')} }`,
      emptyText: `@unwrap { ${[...faults, empty].join('\n')} }`,
      uses: selection.uses,
      required: main.isList ? [] : selection.required,
      isEmpty: false,
    };
  }
  const rest = extra.length > 0 ? extra : others;
  const lines = [...faults, ...rest.map(({ name }) => name), ...(main && selection ? [main.text(selection.text)] : [])];
  if (lines.length === faults.length) {
    const anything = fields.find((field) => isLeaf(field) && !isErrors(field) && !isSuccess(field));
    if (faults.length === 0 && !anything) return undefined;
    const text = `{ ${[...faults, anything?.name ?? '__typename'].join('\n')} }`;
    return { text, emptyText: text, uses: [], required: [], isEmpty: true };
  }
  const first = rest[0]?.name ?? lines.at(-1)!;
  return {
    ...(main?.isCertain && { entity: main.type }),
    text: `{ ${lines.join('\n')} }`,
    emptyText: `{ ${[...faults, first].join('\n')} }`,
    uses: main && selection ? selection.uses : [],
    required: rest.filter((word) => isNonNullType(word.type) && !isList(word)).map(({ name }) => name),
    isEmpty: extra.length === 0 && !main,
  };
}

/** A result of one of several types, some of which are errors: `union CreateUserResult = User | EmailTaken`. */
function readUnion(type: GraphQLAbstractType, noun: Words, context: PayloadContext): Payload | undefined {
  const { results, errors } = splitMembers(type, context.schema);
  const read = results.flatMap((member) => {
    const payload = readPayload(member, noun, context);
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
    ...(!second && only.payload.entity && { entity: only.payload.entity }),
    text: textOf(({ text }) => text),
    emptyText: textOf(({ emptyText }) => emptyText),
    uses: [...new Set(read.flatMap(({ payload }) => payload.uses))],
    required: second ? [] : only.payload.required,
    isEmpty: read.every(({ payload }) => payload.isEmpty),
  };
}

/** A result that is not on the data path, with its errors; undefined for a type without errors. */
function selectMembers(type: GraphQLNamedType, { schema, shapes }: PayloadContext): Selection | undefined {
  const errors = errorMembers(type, schema);
  if (errors.length === 0 || !isUnion(type, schema)) return undefined;
  const read = splitMembers(type, schema).results.flatMap((member) => {
    const selection = shapes.select(member);
    return selection ? [{ member, selection }] : [];
  });
  const lines = [
    ...read.map(({ member, selection }) => `... on ${member.name} ${selection.text}`),
    ...errors.map((error) => `... on ${error.name} ${problemText(error)}`),
  ];
  return {
    text: `{ ${['type: __typename', ...lines].join('\n')} }`,
    uses: read.flatMap(({ selection }) => selection.uses),
    required: [],
    size: 1,
  };
}

function resultField(type: GraphQLNamedType, schema: GraphQLSchema): Field | undefined {
  return selectableFields(type).find((field) => !isLeaf(field) && !isErrors(field) && isResult(field, schema));
}

/** Whether a result is of one of several types, and not an object with an interface. */
function isUnion(type: GraphQLNamedType, schema: GraphQLSchema): type is GraphQLAbstractType {
  return isUnionType(type) || errorMembers(type, schema).length > 0;
}

function splitMembers(
  type: GraphQLAbstractType,
  schema: GraphQLSchema,
): Record<'results' | 'errors', readonly GraphQLObjectType[]> {
  const errors = errorMembers(type, schema);
  return { errors, results: schema.getPossibleTypes(type).filter((member) => !errors.includes(member)) };
}

interface MainField {
  type: GraphQLNamedType;
  isList: boolean;
  /** Whether it has the name of the noun, or is the only one. */
  isCertain: boolean;
  /** The selection of the field, with that of the object. */
  text(selection: string): string;
}

/** The object that a payload is about: that of the noun, or else the first. */
function mainField(type: GraphQLNamedType, candidates: readonly Words[], schema: GraphQLSchema): MainField | undefined {
  const result = resultField(type, schema);
  const fields = result ? [result] : selectableFields(type).filter((field) => !isLeaf(field) && !isErrors(field));
  const objects = fields.flatMap((field) => {
    const named = getNamedType(field.type);
    if (/^(?:Query|Mutation)$/.test(named.name)) return [];
    const node = named.name.endsWith('Edge') ? selectableFields(named).find(({ name }) => name === 'node') : undefined;
    const of = node ? getNamedType(node.type) : named;
    if (!isCompositeType(of) || readConnection({ ...field, type: of })) return [];
    return [{ field, node, type: of }];
  });
  const match = (wordsOf: (object: (typeof objects)[number]) => Words) =>
    // accountAddressCreate returns an address.
    [...candidates, ...candidates.map((noun) => noun.slice(-1))]
      .map((noun) =>
        objects.find(
          (object) => !isList(object.field) && !object.node && singularNoun(wordsOf(object)).join() === noun.join(),
        ),
      )
      .find((object) => object);
  const named = match(({ field }) => splitWords(field.name)) ?? match(({ type: of }) => splitWords(of.name));
  const chosen =
    named ??
    objects.find((object) => !isList(object.field) && !object.node) ??
    objects.find((object) => !isList(object.field)) ??
    objects[0];
  if (!chosen) return undefined;
  const { field, node } = chosen;
  return {
    type: chosen.type,
    isList: isList(field),
    isCertain: named !== undefined || objects.length === 1,
    text: (selection) => (node ? `${field.name} @unwrap { node ${selection} }` : `${field.name} ${selection}`),
  };
}

/** Whether a type is the result of a mutation, and no object of its own. */
function isPayload(type: GraphQLNamedType, schema: GraphQLSchema): boolean {
  if (!isObjectType(type) || idOf(type)) return false;
  const fields = Object.values(type.getFields());
  if (fields.some((field) => STATUS.test(field.name) || isErrors(field)) || resultField(type, schema)) return true;
  if (/(?:Payload|Response|Result|Output|Return|Success)$/.test(type.name)) return true;
  // An object around an object has no shape of its own.
  const [only, second] = fields;
  if (only && !second && !isLeaf(only) && !isList(only)) return true;
  return Object.values(schema.getMutationType()?.getFields() ?? {}).some(
    (field) =>
      getNullableType(field.type) === type &&
      !fields.some(({ name }) => name === 'id') &&
      !fields.every(isLeaf) &&
      splitWords(field.name).toSorted().join() === splitWords(type.name).toSorted().join(),
  );
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
