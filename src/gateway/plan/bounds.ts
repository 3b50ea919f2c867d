// The bounds of values: those of types, and those of `@param`.
import type { Conventions, ScalarConvention } from './conventions/Conventions.ts';
import { EPOCH_SECONDS } from './conventions/dateTimes.ts';
import { isSpecifiedScalar, scalarConvention } from './conventions/scalarConversions.ts';
import { parseText } from './conventions/template.ts';
import type { TypeTable } from './TypeTable.ts';

/** What resolves the names of types: the version that they are used in. */
export interface TypeContext {
  types: TypeTable;
  conventions: Conventions;
  /** Whether a result that the conventions cannot have is the fault of an upstream. */
  isRemote?: boolean;
  /** Whether the scalars of `textScalars` are known to be texts. */
  hasTexts?: boolean;
}

/** Whether a type is the scalar of files, by its name: one that the conventions declare is another one. */
export function isUpload(name: string, { types: { inputs, enums }, conventions }: TypeContext): boolean {
  return name === 'Upload' && [conventions.scalars, inputs, enums].every((own) => !Object.hasOwn(own, name));
}

/** The bounds of one value, wherever they come from. */
export interface Bounds extends Omit<
  Constraints,
  'pattern' | 'minItems' | 'maxItems' | 'values' | 'template' | 'escape'
> {
  /** The whole text matches each of them. */
  patterns: readonly string[];
}

export const INT_32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** An empty text is never an id, a date or an address: only String itself may be empty. */
const NOT_EMPTY = { minLength: 1 };

/** The bounds of a leaf type, by its name. The length of a file is in bytes. */
export function boundsOfType(name: string, { types, conventions }: TypeContext): Constraints {
  if (name === 'Int') return INT_32;
  if (isUpload(name, { types, conventions })) return { maxLength: conventions.uploads.maxBytes };
  const convention = scalarConvention(name, conventions);
  if (name !== 'ID' && (isSpecifiedScalar(name) || Object.hasOwn(types.enums, name))) return {};
  const { type = 'string', maxLength, pattern, ...others }: Partial<ScalarConvention> = convention ?? {};
  const isTime = others.upstream === 'date-time';
  const minimum = isTime ? Math.max(others.minimum ?? -Infinity, EPOCH_SECONDS.min) : others.minimum;
  const maximum = isTime ? Math.min(others.maximum ?? Infinity, EPOCH_SECONDS.max) : others.maximum;
  return {
    ...(type === 'string' && NOT_EMPTY),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

/** The bounds that two constraints leave: both hold. */
export function intersectBounds(one: Constraints, other: Constraints): Bounds {
  const both = (key: 'min' | 'max' | 'minLength' | 'maxLength', pick: (...values: number[]) => number) => {
    const values = [one[key], other[key]].filter((bound) => bound !== undefined);
    return values.length > 0 && { [key]: pick(...values) };
  };
  return {
    ...both('min', Math.max),
    ...both('max', Math.min),
    ...both('minLength', Math.max),
    ...both('maxLength', Math.min),
    patterns: [...new Set([one.pattern, other.pattern].filter((pattern) => pattern !== undefined))],
  };
}

/** The bounds of one value: those of `@param`, on top of those of its type. On a list, all but the items' count hold for its items. */
export interface Constraints {
  min?: number;
  max?: number;
  /** In Unicode code points. */
  minLength?: number;
  maxLength?: number;
  /** A regular expression that the whole text matches. */
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  /** All texts that clients can send. Only the bounds of the items' count are beside them. */
  values?: readonly ParameterValue[];
  /** What a text is sent within, at its `{}`; bounds are of the text alone. */
  template?: string;
  /** The characters of the text that a backslash is put before. */
  escape?: string;
}

/** A text that clients send, and what it stands for: a GraphQL value as JSON. */
export interface ParameterValue {
  text: string;
  value: unknown;
}

/** The way into `template` and back; undefined without one. */
export function prepareTextTemplate({ template, escape }: Pick<Constraints, 'template' | 'escape'>) {
  if (template === undefined) return undefined;
  const parts = parseText(template);
  const at = parts.findIndex((part) => typeof part === 'object');
  const before = parts.slice(0, at).join('');
  const after = parts.slice(at + 1).join('');
  const escaped = new Set(escape);
  const fill = (input: string): string =>
    before + Array.from(input, (character) => (escaped.has(character) ? `\\${character}` : character)).join('') + after;
  return {
    fill,
    /** Undefined for a text that none is sent as. */
    inputOf(text: string): string | undefined {
      const characters = Array.from(text.slice(before.length, text.length - after.length));
      let input = '';
      for (let index = 0; index < characters.length; index++) {
        if (characters[index] === '\\' && escaped.has(characters[index + 1]!)) index++;
        input += characters[index];
      }
      return fill(input) === text ? input : undefined;
    },
  };
}
