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

/** Whether a template has only placeholders of errors. */
export function hasErrorPlaceholders(template: Template): boolean {
  return placeholdersOf(template).every(({ name }) => (ERROR_PLACEHOLDERS as readonly string[]).includes(name));
}
