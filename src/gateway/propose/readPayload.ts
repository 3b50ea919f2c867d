import {
  type GraphQLNamedType,
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
import type { ShapeLibrary } from './ShapeLibrary.ts';
import { errorFields, errorText, isErrorType, isErrors } from './readErrors.ts';
import { splitWords } from './naming/splitWords.ts';
import { singularNoun } from './naming/nouns.ts';
import { idOf, isLeaf, isList, selectableFields } from './schema/fields.ts';
import { readConnection } from './schema/readConnection.ts';

const SUCCESS = /^(?:success|successful|succeeded|ok)$/;
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
  candidates: readonly (readonly string[])[],
  schema: GraphQLSchema,
): GraphQLNamedType | undefined {
  const named = getNamedType(type);
  if (isUnionType(named)) {
    const member = named.getTypes().find((each) => !isErrorType(each));
    return member && (isPayload(member, schema) ? mainField(member, candidates)?.type : member);
  }
  if (isLeafType(named)) return undefined;
  return isPayload(named, schema) ? mainField(named, candidates)?.type : named;
}

/** Reads the payload of a mutation about an object of the noun. Undefined where nothing of it can be selected. */
export function readPayload(
  type: GraphQLOutputType,
  noun: readonly string[],
  { schema, shapes }: { schema: GraphQLSchema; shapes: ShapeLibrary },
): Payload | undefined {
  const named = getNamedType(type);
  if (isLeafType(named)) {
    return { text: '', emptyText: '', uses: [], required: [], isEmpty: named.name === 'Boolean' };
  }
  if (isUnionType(named) && !isListType(getNullableType(type)))
    return readUnion(named.getTypes(), noun, { schema, shapes });
  if (!isPayload(named, schema) || isListType(getNullableType(type))) {
    const selection = shapes.select(named);
    if (!selection) return undefined;
    const id = idOf(named)?.name ?? selectableFields(named).find(isLeaf)?.name;
    return {
      entity: named,
      text: selection.text,
      emptyText: id === undefined ? selection.text : `{ ${id} }`,
      uses: selection.uses,
      required: selection.required,
      isEmpty: false,
    };
  }
  return readObject(named, noun, { schema, shapes });
}

function readObject(
  type: GraphQLNamedType,
  noun: readonly string[],
  { shapes }: { schema: GraphQLSchema; shapes: ShapeLibrary },
): Payload | undefined {
  const fields = selectableFields(type);
  const errors = fields.flatMap((field) => errorText(field) ?? []);
  const success = fields.find((field) => SUCCESS.test(field.name) && getNamedType(field.type).name === 'Boolean');
  const faults = [...errors, ...(success ? [`${success.name} @error(status: 422)`] : [])];
  const main = mainField(type, [noun]);
  const selection = main && shapes.select(main.type);
  const extra = fields.filter((field) => isLeaf(field) && !STATUS.test(field.name) && !isErrors(field));
  const others = fields.filter(
    (field) => isLeaf(field) && !isErrors(field) && !SUCCESS.test(field.name) && field.name !== 'clientMutationId',
  );

  if (main && selection && extra.length === 0) {
    const inner = main.text(selection.text);
    const id = idOf(main.type)?.name;
    const empty = id === undefined ? inner : main.text(`{ ${id} }`);
    return {
      ...(main.isCertain && { entity: main.type }),
      text: `@unwrap { ${[...faults, inner].join('\n')} }`,
      emptyText: faults.length > 0 ? `@unwrap { ${[...faults, empty].join('\n')} }` : `@unwrap { ${empty} }`,
      uses: selection.uses,
      required: main.isList ? [] : selection.required,
      isEmpty: false,
    };
  }
  const rest = extra.length > 0 ? extra : others;
  const lines = [
    ...faults,
    ...(rest.length > 0 ? rest.map(({ name }) => name) : []),
    ...(main && selection ? [main.text(selection.text)] : []),
  ];
  if (lines.length === faults.length) {
    const anything = fields.find(
      (field) => isLeaf(field) && !faults.some((fault) => fault.startsWith(`${field.name} `)),
    );
    if (faults.length === 0 && !anything) return undefined;
    const text = `{ ${[...faults, ...(anything ? [anything.name] : ['__typename'])].join('\n')} }`;
    return { text, emptyText: text, uses: [], required: [], isEmpty: true };
  }
  const first = rest[0]?.name ?? lines.at(-1)!;
  return {
    ...(main?.isCertain && { entity: main.type }),
    text: `{ ${lines.join('\n')} }`,
    emptyText: `{ ${[...faults, first].join('\n')} }`,
    uses: main && selection ? selection.uses : [],
    required: rest.filter((each) => isNonNullType(each.type) && !isList(each)).map(({ name }) => name),
    isEmpty: extra.length === 0 && !main,
  };
}

/** A result that is an object or an error: `union CreateUserResult = User | EmailTaken`. */
function readUnion(
  members: readonly GraphQLNamedType[],
  noun: readonly string[],
  context: { schema: GraphQLSchema; shapes: ShapeLibrary },
): Payload | undefined {
  const faults = members.filter(isErrorType);
  const results = members.filter((each) => !isErrorType(each));
  const [only, second] = results;
  if (!only || second) return undefined;
  const payload = readPayload(only as GraphQLOutputType, noun, context);
  if (!payload) return undefined;
  const errors = faults.map((each) => {
    const names = errorFields(each);
    return `... on ${each.name} @error(status: ${/not_?found/i.test(each.name) ? 404 : 400}) { ${names.join('\n') || '__typename'} }`;
  });
  const inside = payload.text.replace(/^@unwrap /, '');
  const insideEmpty = payload.emptyText.replace(/^@unwrap /, '');
  const unwrap = inside === payload.text ? '' : '@unwrap ';
  return {
    ...payload,
    text: `${unwrap}{ ... on ${only.name} ${inside}\n${errors.join('\n')} }`,
    emptyText: `${unwrap}{ ... on ${only.name} ${insideEmpty}\n${errors.join('\n')} }`,
  };
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
function mainField(type: GraphQLNamedType, candidates: readonly (readonly string[])[]): MainField | undefined {
  const fields = selectableFields(type).filter((field) => !isLeaf(field) && !isErrors(field));
  const objects = fields.flatMap((field) => {
    const named = getNamedType(field.type);
    if (/^(?:Query|Mutation)$/.test(named.name)) return [];
    const node = named.name.endsWith('Edge') ? selectableFields(named).find(({ name }) => name === 'node') : undefined;
    const of = node ? getNamedType(node.type) : named;
    if (!isCompositeType(of) || readConnection({ ...field, type: of })) return [];
    return [{ field, node, type: of }];
  });
  const match = (found: (each: (typeof objects)[number]) => readonly string[]) =>
    // accountAddressCreate returns an address.
    [...candidates, ...candidates.map((noun) => noun.slice(-1))]
      .map((noun) =>
        objects.find((each) => !isList(each.field) && !each.node && singularNoun(found(each)).join() === noun.join()),
      )
      .find((each) => each);
  const named = match(({ field }) => splitWords(field.name)) ?? match(({ type: of }) => splitWords(of.name));
  const chosen =
    named ??
    objects.find((each) => !isList(each.field) && !each.node) ??
    objects.find((each) => !isList(each.field)) ??
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
  if (fields.some((field) => STATUS.test(field.name) || isErrors(field))) return true;
  if (/(?:Payload|Response|Result|Output|Return|Success)$/.test(type.name)) return true;
  return Object.values(schema.getMutationType()?.getFields() ?? {}).some(
    (field) =>
      getNullableType(field.type) === type &&
      !fields.some((each) => each.name === 'id') &&
      fields.some((each) => !isLeaf(each)) &&
      splitWords(field.name).toSorted().join() === splitWords(type.name).toSorted().join(),
  );
}
