import type { Problem } from '../errors/ServiceError.ts';
import type { ErrorDetails } from './ErrorDetails.ts';

/** The values of the placeholders of a template, and the problems that a repeated part is rendered for. */
interface Scope {
  values: Readonly<Record<string, string | number>>;
  problems: readonly Problem[];
}

/**
 * Renders the template of an error body. `{status}`, `{code}`, `{message}` and `{requestId}` are those of the error;
 * a text that is `{status}` and nothing else becomes a number. An array of one repeats for each problem, a key `{field}`
 * for each field that has problems; in there `{field}`, `{code}` and `{message}` are those of the problem. An error without
 * problems is its own one problem. The field of a problem of the input as a whole is `base`.
 */
export function renderTemplate(template: unknown, error: ErrorDetails, requestId: string): unknown {
  const { status, code, message } = error;
  const given: readonly Problem[] = error.problems.length > 0 ? error.problems : [{ field: '', message }];
  const problems = given.map((problem) => ({ ...problem, field: problem.field || 'base' }));
  return fill(template, { values: { status, code, message, requestId }, problems });
}

function fill(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') return fillText(template, scope.values);
  if (Array.isArray(template)) {
    const [only, second] = template as unknown[];
    if (template.length !== 1 || second !== undefined) return template.map((each) => fill(each, scope));
    return scope.problems.map((problem) => fill(only, scopeOf(scope, [problem])));
  }
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, value]): [string, unknown][] => {
      if (!key.includes('{field}')) return [[key, fill(value, scope)]];
      const fields = [...new Set(scope.problems.map(({ field }) => field))];
      return fields.map((field) => {
        const own = scopeOf(
          scope,
          scope.problems.filter((problem) => problem.field === field),
        );
        return [key.replaceAll('{field}', field), fill(value, own)];
      });
    }),
  );
}

function scopeOf({ values }: Scope, problems: readonly Problem[]): Scope {
  const [first] = problems;
  const code = first?.code ?? values['code']!;
  return { values: { ...values, field: first?.field ?? '', message: first?.message ?? '', code }, problems };
}

function fillText(text: string, values: Scope['values']): string | number {
  const whole = /^\{(\w+)\}$/.exec(text)?.[1];
  if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole]!;
  return text.replace(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : match,
  );
}
