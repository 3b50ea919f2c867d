// Errors as data: `@error` on a field whose value is errors, or on a fragment of a type that is one. They are never sent:
// they are read before the response is rendered, and become an error like any other.
import { STATUS_OF_CODE } from '../errors/codes.ts';
import { type Problem, ServiceError } from '../errors/ServiceError.ts';
import { type ErrorMarkers, TYPE_KEY } from '../plan/ResultPlan.ts';
import { requiredHeaders } from '../protocol/statusHeaders.ts';

/** Throws the errors of an object: the first type that fits, then each field that is not empty. */
export function throwErrors(object: Readonly<Record<string, unknown>>, { fields, types }: ErrorMarkers): void {
  const type = types.find(({ names }) => names.includes(String(object[TYPE_KEY])));
  if (type) throw errorOf(type.status, [object]);
  for (const { key, status } of fields) {
    const value = object[key];
    const entries = Array.isArray(value) ? (value as unknown[]) : [value];
    const errors = entries.filter((entry) => entry !== null && entry !== undefined && entry !== '');
    if (errors.length > 0) throw errorOf(status, errors);
  }
}

/** The object without its error fields. */
export function withoutErrors(object: Readonly<Record<string, unknown>>, { fields, types }: ErrorMarkers): object {
  const kept = { ...object };
  for (const { key } of fields) delete kept[key];
  if (types.length > 0) delete kept[TYPE_KEY];
  return kept;
}

/** An entry is a text, or an object with `message`, optionally with `field`, a path or a list of names, and `code`. */
function errorOf(status: number, entries: readonly unknown[]): ServiceError {
  const read = entries.map((entry) =>
    typeof entry === 'object' ? (entry as Record<string, unknown>) : { message: entry },
  );
  const problems = read.map(({ field, message, code }): Problem => {
    const path = Array.isArray(field) ? field.join('.') : field;
    return {
      field: typeof path === 'string' ? path : '',
      message: String(message),
      ...(typeof code === 'string' && { code }),
    };
  });
  const code = problems.find((each) => each.code !== undefined)?.code ?? codeOf(status);
  return ServiceError.of(code, status, problems.map(({ message }) => message).join('; '), {
    problems,
    headers: requiredHeaders(status),
  });
}

/** The usual code of a status. */
function codeOf(status: number): string {
  const known = Object.entries(STATUS_OF_CODE).filter(([name]) => name !== 'BAD_REQUEST');
  return known.find(([, each]) => each === status)?.[0] ?? (status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR');
}
