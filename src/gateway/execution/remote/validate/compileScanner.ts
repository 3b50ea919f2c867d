// Checks the text of a result without parsing it. Text that is written otherwise than most servers write it is parsed instead.
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  getNullableType,
  getOperationAST,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { JsonText } from '../../../protocol/json.ts';

/** Returns the position behind the value that begins at a position of the text; -1 where there may be no valid one. */
type Scan = (text: string, at: number) => number;

/** A result that matches the schema, with a JsonText at the end of a path. */
export class ScannedResult implements ExecutionResult {
  readonly data: NonNullable<ExecutionResult['data']>;

  constructor(text: string, path: readonly string[]) {
    this.data = path.reduceRight<unknown>((value, key) => ({ [key]: value }), new JsonText(text)) as typeof this.data;
  }
}

/**
 * Compiles the check of the text of a result. It returns undefined where the text may have errors, null on the path, properties that are
 * not selected, or anything that `JSON.stringify` would not write in this way. Undefined for documents with fragments, conditions or
 * abstract types, and where more is selected than what is at the end of the path.
 */
export function compileScanner(
  schema: GraphQLSchema,
  document: DocumentNode,
  path: readonly string[],
): ((text: string) => ScannedResult | undefined) | undefined {
  const { operation, selectionSet } = getOperationAST(document)!;
  let selections: SelectionSetNode | undefined = selectionSet;
  let type: GraphQLOutputType = schema.getRootType(operation)!;
  let start = '{"data":';
  for (const key of path) {
    const fields: FieldNode[] | undefined = selections && fieldsOf(selections);
    if (fields?.length !== 1 || !isObjectType(type) || keyOf(fields[0]!) !== key) return undefined;
    start += `{${JSON.stringify(key)}:`;
    selections = fields[0]!.selectionSet;
    type = getNullableType(type.getFields()[fields[0]!.name.value]!.type);
  }
  const scan = compileValue(type, selections);
  const end = '}'.repeat(path.length + 1);
  return (
    scan &&
    ((text) => {
      if (!text.startsWith(start)) return undefined;
      const behind = scan(text, start.length);
      if (behind < 0 || text.slice(behind).trimEnd() !== end) return undefined;
      return new ScannedResult(text.slice(start.length, behind), path);
    })
  );
}

/** Undefined for selections with fragments or directives. */
function fieldsOf({ selections }: SelectionSetNode): FieldNode[] | undefined {
  const fields = selections.filter((node) => node.kind === Kind.FIELD && (node.directives ?? []).length === 0);
  const keys = new Set((fields as FieldNode[]).map(keyOf));
  return keys.size === selections.length ? (fields as FieldNode[]) : undefined;
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** Undefined for what is not checked here. */
function compileValue(type: GraphQLOutputType, selections: SelectionSetNode | undefined): Scan | undefined {
  const nullable = getNullableType(type);
  let scan: Scan | undefined;
  if (isListType(nullable)) {
    const item = compileValue(nullable.ofType, selections);
    scan = item && compileList(item);
  } else if (isLeafType(nullable)) scan = compileLeaf(nullable);
  else if (isObjectType(nullable) && selections) scan = compileObject(nullable, selections);
  if (isNonNullType(type) || !scan) return scan;
  const present = scan;
  return (text, at) => (text.startsWith('null', at) ? at + 4 : present(text, at));
}

function compileObject(type: GraphQLObjectType, selections: SelectionSetNode): Scan | undefined {
  const properties: { start: string; scan: Scan }[] = [];
  for (const field of fieldsOf(selections) ?? []) {
    const name = field.name.value;
    const found = type.getFields()[name]?.type;
    const scan = name === '__typename' ? compileText(type.name) : found && compileValue(found, field.selectionSet);
    if (!scan) return undefined;
    properties.push({ start: `${properties.length === 0 ? '{' : ','}${JSON.stringify(keyOf(field))}:`, scan });
  }
  if (properties.length === 0) return undefined;
  return (text, at) => {
    let next = at;
    for (const { start, scan } of properties) {
      if (!text.startsWith(start, next)) return -1;
      next = scan(text, next + start.length);
      if (next < 0) return -1;
    }
    return text[next] === '}' ? next + 1 : -1;
  };
}

function compileList(item: Scan): Scan {
  return (text, at) => {
    if (text[at] !== '[') return -1;
    if (text[at + 1] === ']') return at + 2;
    let next = item(text, at + 1);
    while (next > 0 && text[next] === ',') next = item(text, next + 1);
    return next > 0 && text[next] === ']' ? next + 1 : -1;
  };
}

/** Numbers that JSON.parse and JSON.stringify leave as they are. */
const INTEGER = /(?:0|-?[1-9]\d{0,14})(?![\d.eE])/y;
const NUMBER = /(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,5})\.\d{0,8}[1-9])(?![\d.eE])/y;

const SCAN_SCALAR: Readonly<Record<string, Scan>> = {
  Int: compilePattern(INTEGER),
  Float: compilePattern(NUMBER),
  String: scanString,
  Boolean: compilePattern(/true|false/y),
  ID: scanString,
};

function compileLeaf(type: GraphQLLeafType): Scan {
  if (isEnumType(type)) {
    const names = new Set(type.getValues().map(({ name }) => name));
    return (text, at) => {
      const end = scanString(text, at);
      return names.has(text.slice(at + 1, end - 1)) ? end : -1;
    };
  }
  // A custom scalar can have any JSON; most are texts.
  return SCAN_SCALAR[type.name] ?? scanString;
}

function compileText(expected: string): Scan {
  const json = JSON.stringify(expected);
  return (text, at) => (text.startsWith(json, at) ? at + json.length : -1);
}

function compilePattern(pattern: RegExp): Scan {
  return (text, at) => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
}

/** A string without escapes, or with those that `JSON.stringify` writes. */
function scanString(text: string, at: number): number {
  if (text[at] !== '"') return -1;
  for (let next = at + 1; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (code === QUOTE) return next + 1;
    if (code < SPACE) return -1;
    if (code === BACKSLASH && !ESCAPED.includes(text[++next] ?? ' ')) return -1;
  }
  return -1;
}

const QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const ESCAPED = '"\\bfnrt';
