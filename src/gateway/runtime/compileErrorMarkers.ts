// Errors as data: `@error` on a field whose value is errors, or on a fragment of a type that is one. They are never sent:
// they are read before the response is rendered, and become an error like any other.
import { STATUS_CODES } from 'node:http';
import type { ErrorConventions } from '../conventions/Conventions.ts';
import { listedStatus } from '../conventions/statusOfCode.ts';
import { type FillText, compileText } from '../conventions/template.ts';
import { STATUS_OF_CODE } from '../errors/codes.ts';
import { type Problem, ServiceError } from '../errors/ServiceError.ts';
import { type ErrorMarkers, type ErrorPlan, TYPE_KEY } from '../plan/ResultPlan.ts';
import { requiredHeaders } from '../protocol/statusHeaders.ts';
import type { TraceInput } from './compileInputTrace.ts';

type Data = Readonly<Record<string, unknown>>;

export interface ErrorsAsData {
  /** Throws the errors of an object: the first type that fits, then each field that has any. */
  throwErrors(object: Data): void;
  /** The object without its error fields. */
  withoutErrors(object: Data): Data;
}

/**
 * Compiles the errors as data of an object. Of a field it is each value that is not empty and each false. An entry is a
 * text, or an object that can have `message`, `code`, and as `field` a path or a list of its steps; without a message it has
 * the reason phrase of its status. The status is that of its code in `errors.codes`, else that of the marker.
 */
export function compileErrorMarkers(
  { fields, types }: ErrorMarkers,
  conventions: ErrorConventions,
  trace: TraceInput,
): ErrorsAsData {
  const compile = (plan: ErrorPlan) => compileError(plan, conventions, trace);
  const byType = types.map((plan) => ({ names: plan.names, errorOf: compile(plan) }));
  const byField = fields.map((plan) => ({ key: plan.key, errorOf: compile(plan) }));
  return {
    throwErrors(object) {
      const type = byType.find(({ names }) => names.includes(String(object[TYPE_KEY])));
      if (type) throw type.errorOf([object], object);
      for (const { key, errorOf } of byField) {
        const value = object[key];
        const errors = Array.isArray(value) ? value.filter(isError) : isError(value) ? [value] : [];
        if (errors.length > 0) throw errorOf(errors, object);
      }
    },
    withoutErrors(object) {
      const kept = { ...object };
      for (const { key } of fields) delete kept[key];
      if (types.length > 0) delete kept[TYPE_KEY];
      return kept;
    },
  };
}

function isError(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== true;
}

type ErrorOf = (entries: readonly unknown[], object: Data) => ServiceError;

function compileError(
  { status: otherwise, code: usual = codeOf(otherwise), message: text }: ErrorPlan,
  conventions: ErrorConventions,
  trace: TraceInput,
): ErrorOf {
  const fill = text === undefined ? undefined : compileText(text);
  return (entries, object) => {
    const read = entries.map((entry) => (typeof entry === 'object' ? (entry as Data) : { message: entry }));
    const codes = read.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
    const [code = usual] = codes;
    const listed = [...codes, ...(codes.length === 0 ? [usual] : [])].map((each) => listedStatus(each, conventions));
    const status = listed.find((each) => each !== undefined) ?? otherwise;
    const problems = read.map((entry): Problem => {
      const { field, code: own } = entry;
      return {
        ...placeOf(field, trace),
        message: fill ? fillMessage(fill, entry, object) : messageOf(entry, status),
        ...(typeof own === 'string' && { code: own }),
      };
    });
    return ServiceError.of(code, status, problems.map(({ message }) => message).join('; '), {
      problems,
      headers: requiredHeaders(status),
    });
  };
}

/** A property that is null or absent is empty. */
function fillMessage(fill: FillText, entry: Data, object: Data): string {
  const filled = fill((name, { isOptional }) => {
    const value = Object.hasOwn(entry, name) ? entry[name] : object[name];
    return value ?? (isOptional ? undefined : '');
  });
  return typeof filled === 'string' ? filled : filled === undefined ? '' : JSON.stringify(filled);
}

function messageOf({ message }: Data, status: number): string {
  return typeof message === 'string' || typeof message === 'number'
    ? String(message)
    : (STATUS_CODES[status] ?? 'Error');
}

/** The place of an entry by the names of clients; one that is no input of the operation keeps its own. */
function placeOf(field: unknown, trace: TraceInput): Pick<Problem, 'field' | 'source'> {
  const steps = Array.isArray(field)
    ? field.map(String)
    : typeof field === 'string' && field !== ''
      ? field.split('.')
      : [];
  return steps.length === 0 ? { field: '' } : (trace(steps) ?? { field: steps.join('.') });
}

/** Codes of requests; errors in the data have others. */
const REQUEST_CODES = new Set([
  'BAD_REQUEST',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'PRECONDITION_REQUIRED',
]);

/** The usual code of a status. */
function codeOf(status: number): string {
  const known = Object.entries(STATUS_OF_CODE).filter(([name]) => !REQUEST_CODES.has(name));
  return known.find(([, each]) => each === status)?.[0] ?? (status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR');
}
