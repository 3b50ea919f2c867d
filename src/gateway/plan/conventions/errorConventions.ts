import type { Problem } from '../../base/errors/ServiceError.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../../base/errors/codes.ts';
import type { ErrorConventions, Template } from './Conventions.ts';
import { type ErrorPlaceholder, INVALID, withoutKeyword } from './errorPlaceholders.ts';
import { placeholdersOf } from './template.ts';

/**
 * The status of a code: the conventions may give it another, or one at all; that of `*` is for codes without any: the 401 of the engine is
 * no 422 of an upstream.
 */
export function statusOfCode(code: string, { codes, invalid }: ErrorConventions): number | undefined {
  const base = withoutKeyword(code);
  const listed = listedStatus(code, { codes }) ?? listedStatus(base, { codes });
  if (listed !== undefined) return listed;
  if (base === INVALID) return invalid;
  return Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code as ErrorCode] : listedStatus('*', { codes });
}

/** The code that decides the status of an error: of invalid input that of its first problem, where this has one of a keyword. */
export function decidingCode(code: string, [first]: readonly Problem[], { codes }: ErrorConventions): string {
  const keyed = first?.code;
  return keyed !== undefined && keyed !== code && withoutKeyword(keyed) === code && Object.hasOwn(codes, keyed)
    ? keyed
    : code;
}

/** The status that the conventions list for a code. */
export function listedStatus(code: string, { codes }: Pick<ErrorConventions, 'codes'>): number | undefined {
  const own = Object.hasOwn(codes, code) ? codes[code]! : undefined;
  return typeof own === 'number' ? own : own?.status;
}

/** The placeholders that say which input an error is about. */
const PLACES: ReadonlySet<string> = new Set<ErrorPlaceholder>(['field', 'leaf', 'pointer', 'parameter', 'header']);

/** Prepares whether a message says itself which input it is about; `ofMessage`: whether `{message}` does. */
export function prepareNamesInput(text: string): (ofMessage: boolean) => boolean {
  const names = placeholdersOf(text).map(({ name }) => name);
  const hasPlace = names.some((name) => PLACES.has(name));
  const hasMessage = names.includes('message');
  return (ofMessage) => hasPlace || (hasMessage && ofMessage);
}

/** A key in the template of an error body. */
export function parseErrorKey(key: string) {
  const needsProblems = key.endsWith('?');
  return {
    text: needsProblems ? key.slice(0, -1) : key,
    /** Whether it is a property of each field that has problems. */
    isGroup: placeholdersOf(key).some(({ name }) => name === 'field' || name === 'leaf'),
    /** Whether it needs problems, as it ends in `?`. */
    needsProblems,
  };
}

/**
 * Whether a part of the template of an error body repeats for each problem: an array of one element with placeholders, and
 * no such array in it.
 */
export function isRepeated(template: Template): boolean {
  if (!Array.isArray(template) || template.length !== 1) return false;
  return placeholdersOf(template).length > 0 && !containsRepeated(template[0]);
}

function containsRepeated(template: Template): boolean {
  if (typeof template !== 'object' || template === null) return false;
  return isRepeated(template) || Object.values(template).some(containsRepeated);
}
