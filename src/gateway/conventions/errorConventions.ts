import { type Keyword, MESSAGE_VALUES } from '../errors/ProblemCollector.ts';
import type { Problem } from '../errors/ServiceError.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../errors/codes.ts';
import type { ErrorConventions, Template } from './Conventions.ts';
import { placeholderFault, placeholdersOf } from './template.ts';

/** The names in `{data.name}` of the error body and the texts of `errors.codes`: fields below `@error`. */
export function dataNames(templates: Template): string[] {
  const names = placeholdersOf(templates).map(({ name }) => /^data\.([A-Za-z_]\w*)$/.exec(name)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The status of a code: the conventions may give it another, or one at all; that of `*` is for codes without any. */
export function statusOfCode(code: string, { codes, invalid }: ErrorConventions): number | undefined {
  const base = withoutKeyword(code);
  const listed = listedStatus(code, { codes }) ?? listedStatus(base, { codes });
  if (listed !== undefined) return listed;
  if (base === INVALID) return invalid;
  return Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code as ErrorCode] : listedStatus('*', { codes });
}

/** The code of invalid input. Those of its problems by the keyword of JSON Schema are behind it and a dot. */
const INVALID = 'BAD_USER_INPUT';

/** The keywords that `errors.codes` has entries for, with their codes: `required` with `BAD_USER_INPUT.required`. */
export function keywordCodes({ codes }: Pick<ErrorConventions, 'codes'>): Readonly<Record<string, string>> {
  const keyed = Object.keys(codes).filter((code) => withoutKeyword(code) !== code);
  return Object.fromEntries(keyed.map((code) => [code.slice(INVALID.length + 1), code]));
}

/** `BAD_USER_INPUT` of a code with a keyword; any other code as it is. */
export function withoutKeyword(code: string): string {
  return code.startsWith(`${INVALID}.`) ? INVALID : code;
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

/** The placeholders of error bodies, and of the texts of `errors.codes`. */
const ERROR_PLACEHOLDERS = [
  'status',
  'code',
  'message',
  'requestId',
  'title',
  'type',
  'field',
  'leaf',
  'pointer',
  'parameter',
  'header',
  'resource',
] as const;

export type ErrorPlaceholder = (typeof ERROR_PLACEHOLDERS)[number];

/** What is wrong with a template of errors, to follow its name: a placeholder that errors do not have. */
export function errorTemplateFault(template: Template): string | undefined {
  const fault = placeholderFault(template, [
    ...ERROR_PLACEHOLDERS,
    ...dataNames(template).map((name) => `data.${name}`),
  ]);
  return (
    fault &&
    `${fault}, and {data.name} of a field below @error, as texts {status:string}, and where they can be absent {field?}`
  );
}

/** As `errorTemplateFault`, of the message of input that violates a keyword of JSON Schema. */
export function inputMessageFault(text: string, keyword: Keyword): string | undefined {
  return placeholderFault(text, [...ERROR_PLACEHOLDERS, ...(MESSAGE_VALUES[keyword] ?? [])]);
}

/** The placeholders that say which input an error is about. */
const PLACES: ReadonlySet<string> = new Set<ErrorPlaceholder>(['field', 'leaf', 'pointer', 'parameter', 'header']);

/** Compiles whether a message says itself which input it is about; `ofMessage`: whether `{message}` does. */
export function compileNamesInput(text: string): (ofMessage: boolean) => boolean {
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
