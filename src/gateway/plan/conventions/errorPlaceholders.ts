// What the texts of conventions may have: the placeholders of errors and of headers, and codes with keywords.
import { type Keyword, MESSAGE_VALUES } from '../../base/errors/ProblemCollector.ts';
import { type Template, placeholderFault, placeholdersOf } from './template.ts';

/** The names in `{data.name}` of the error body and the texts of `errors.codes`: fields below `@error`. */
export function dataNames(templates: Template): string[] {
  const names = placeholdersOf(templates).map(({ name }) => /^data\.([A-Za-z_]\w*)$/.exec(name)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The code of invalid input. Those of its problems by the keyword of JSON Schema are behind it and a dot. */
export const INVALID = 'BAD_USER_INPUT';

/** The keywords that `errors.codes` has entries for, with their codes: `required` with `BAD_USER_INPUT.required`. */
export function keywordCodes({ codes }: { codes: object }): Readonly<Record<string, string>> {
  const keyed = Object.keys(codes).filter((code) => withoutKeyword(code) !== code);
  return Object.fromEntries(keyed.map((code) => [code.slice(INVALID.length + 1), code]));
}

/** `BAD_USER_INPUT` of a code with a keyword; any other code as it is. */
export function withoutKeyword(code: string): string {
  return code.startsWith(`${INVALID}.`) ? INVALID : code;
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

/** What is wrong with the text of a further header, to follow its name. The address of the request may have credentials in its query. */
export function headerTextFault(text: unknown): string | undefined {
  return placeholderFault(text, ['version', 'requestId']);
}
