import { cutText } from '../../errors/cutText.ts';
import type { Problem } from '../../errors/ServiceError.ts';

/** Of one error, and of all errors that are answered together. */
export const MAX_PROBLEMS = 50;
const MAX_FIELD_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 1000;
const MAX_CODE_LENGTH = 100;

/**
 * The problems in `extensions.problems` of a resolver or an upstream, where anything can stand. Entries without a
 * message are left out, and so are unknown properties; texts are cut, and a field that is none becomes ''.
 */
export function readProblems(value: unknown): Problem[] {
  if (!Array.isArray(value)) return [];
  const problems: Problem[] = [];
  for (const entry of value as unknown[]) {
    if (problems.length === MAX_PROBLEMS) break;
    const { field, message, code } = (entry ?? {}) as { [Key in keyof Problem]?: unknown };
    if (typeof message !== 'string') continue;
    problems.push({
      field: typeof field === 'string' ? cutText(field, MAX_FIELD_LENGTH) : '',
      message: cutText(message, MAX_MESSAGE_LENGTH),
      ...(typeof code === 'string' && code.length <= MAX_CODE_LENGTH && { code }),
    });
  }
  return problems;
}
