import type { Template } from './Conventions.ts';
import { placeholdersOf } from './template.ts';

/** The placeholders of error bodies, and of the texts of `errors.codes`. */
export const ERROR_PLACEHOLDERS = [
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
  const known: readonly string[] = ERROR_PLACEHOLDERS;
  const unknown = placeholdersOf(template).find(({ name }) => !known.includes(name));
  if (!unknown) return undefined;
  const listed = known.map((name) => `{${name}}`).join(', ');
  return `has no placeholder {${unknown.name}}; it has ${listed}, as texts {status:string}, and where they can be absent {field?}`;
}
