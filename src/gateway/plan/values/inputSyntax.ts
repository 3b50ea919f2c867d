// How inputs write leaves, lists and null: as JSON, as a form, whose leaves are texts, or as one text.
import { Kind, type TypeNode } from 'graphql';
import { scalarConvention } from '../conventions/scalarConversions.ts';
import { nullableNode } from '../TypeTable.ts';
import { type Constraints, isUpload } from '../bounds.ts';
import { UploadedFile, findFiles } from '../../http/UploadedFile.ts';
import { decodeQuery } from '../../http/urls.ts';
import type { Coerce, CoercionContext } from './coercion.ts';
import { prepareLeafReader } from './prepareLeafReader.ts';
import { type FormTree, MAX_FORM_VALUES, tooManyValuesError } from './formTree.ts';

export interface InputSyntax {
  /** The coercion of a scalar, an enum or one of several texts; null is handled before. */
  prepareLeaf(name: string, constraints: Constraints, context: CoercionContext): Coerce<unknown>;
  /**
   * The items of a list of this type; undefined for what is no list, which has the problem `noList`. Throws CONTENT_TOO_LARGE for too
   * many in a form.
   */
  itemsOf(input: unknown, of: TypeNode): readonly unknown[] | undefined;
  noList: string;
  /** The problem of what is no object. */
  noObject: string;
  /** The reading of a value of this type, which can be null, or must not. */
  withNull(type: TypeNode, read: Coerce<unknown>): Coerce<unknown>;
}

const JSON_SYNTAX: InputSyntax = {
  prepareLeaf: (name, constraints, context) => prepareLeafReader(name, constraints, context).fromJson,
  itemsOf: (input) => (Array.isArray(input) ? (input as unknown[]) : undefined),
  noList: 'must be an array',
  noObject: 'must be a JSON object',
  withNull:
    ({ kind }, read) =>
    (input, path, problems) => {
      if (input !== null) return read(input, path, problems);
      if (kind === Kind.NON_NULL_TYPE) problems.add(path, 'must not be null', 'null');
      return null;
    },
};

/** The syntax of a tree of `buildFormTree`. */
const FORM_SYNTAX: InputSyntax = {
  prepareLeaf(name, constraints, context) {
    const { fromText, fromJson } = prepareLeafReader(name, constraints, context);
    const isFile = !constraints.values && isUpload(name, context);
    const isAny = !constraints.values && scalarConvention(name, context.conventions)?.type === 'any';
    const readAny: Coerce<FormTree> = (input, path, problems) => {
      if (findFiles(input, '').length === 0) return fromJson(decodeTree(input), path, problems);
      problems.add(path, 'must not have files', 'type');
      return null;
    };
    return (input, path, problems) => {
      if (typeof input === 'string') return fromText(decodeText(input), path, problems);
      if (isAny) return readAny(input as FormTree, path, problems);
      if (Array.isArray(input) && input.length > 1) {
        problems.add(path, isFile ? 'must be one file' : 'must be given only once', 'type');
        return input;
      }
      if (isFile || !(input instanceof UploadedFile)) return fromJson(input, path, problems);
      problems.add(path, 'must be a text, not a file', 'type');
      return input;
    };
  },
  // As in a query, see `prepareQueryValue`; but an empty item can be null.
  itemsOf(input, of) {
    if (input === '') return [];
    const values: unknown = typeof input === 'string' || input instanceof UploadedFile ? [input] : input;
    if (!Array.isArray(values)) return undefined;
    const items: unknown[] = [];
    for (const value of values as unknown[]) {
      if (value === '' && of.kind === Kind.NON_NULL_TYPE) continue;
      const isSplit = typeof value === 'string' && nullableNode(of).kind !== Kind.LIST_TYPE;
      items.push(...(isSplit ? value.split(',', MAX_FORM_VALUES + 1) : [value]));
      if (items.length > MAX_FORM_VALUES) throw tooManyValuesError();
    }
    return items;
  },
  noList: 'must be an array, whose items are numbered 0, 1, 2 and so on',
  noObject: 'must be an object, with names in brackets',
  withNull: ({ kind }, read) =>
    kind === Kind.NON_NULL_TYPE ? read : (input, path, problems) => (input === '' ? null : read(input, path, problems)),
};

/** The syntax of one decoded text. */
const TEXT_SYNTAX: InputSyntax = {
  prepareLeaf: (name, constraints, context) =>
    prepareLeafReader(name, constraints, context).fromText as Coerce<unknown>,
  itemsOf: () => undefined,
  noList: 'must be an array',
  noObject: 'must be a JSON object',
  withNull: (_, read) => read,
};

/** The syntaxes of bodies, by what they are parsed as. */
export const INPUT_SYNTAXES = { json: JSON_SYNTAX, form: FORM_SYNTAX, text: TEXT_SYNTAX };

/** Any value can be null, and so an empty text is. */
function decodeTree(tree: FormTree): unknown {
  if (typeof tree === 'string') return tree === '' ? null : decodeText(tree);
  if (Array.isArray(tree)) return tree.map(decodeTree);
  return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, decodeTree(inner as FormTree)]));
}

/** The texts of a form are valid, see `parseForm`. */
function decodeText(text: string): string {
  return decodeQuery(text) ?? text;
}
