import type { ExecutionResult, GraphQLError } from 'graphql';
import { type CatchPlan, type ResultPlan, responsePath } from '../../plan/ResultPlan.ts';
import { compileNonNulls } from './compileNonNulls.ts';

/** Returns the result without what was caught in it, and that: the first error of each field with `@catch`. */
export type CatchErrors = (result: ExecutionResult) => { result: ExecutionResult; caught: readonly GraphQLError[] };

/** Compiles `@catch` and `@nonNull`: where the other errors are caught, null in a field that is never null is an error of the field. */
export function compileFieldErrors(
  { catches, nonNulls }: Pick<ResultPlan, 'catches' | 'nonNulls'>,
  isRemote: boolean,
): CatchErrors | undefined {
  const findNulls = compileNonNulls(nonNulls, isRemote);
  const catchErrors = compileCatches(catches ?? (nonNulls && []));
  if (!findNulls || !catchErrors) return catchErrors;
  return (executed) => {
    const first = catchErrors(executed);
    const { data, errors } = first.result;
    const nulls = data && !errors?.length ? findNulls(data) : [];
    if (nulls.length === 0) return first;
    // Without errors, the data may be that of other requests as well.
    const second = catchErrors({ data: copyContainers(data!), errors: nulls });
    return { result: second.result, caught: [...first.caught, ...second.caught] };
  };
}

/** A copy of the objects and lists of a result, with its leaves as they are: a scalar can be an object of any class. */
function copyContainers<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyContainers) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const copy = Object.create(prototype, Object.getOwnPropertyDescriptors(value)) as Record<string, unknown>;
  for (const key of Object.keys(copy)) copy[key] = copyContainers(copy[key]);
  return copy as Value;
}

/**
 * Compiles `@catch`: an error at or below such a field makes it null, or the innermost item around the error in its lists
 * that can be null, and leaves the result, whatever its code. The innermost field counts. Undefined for an endpoint without
 * any. The data of the result is changed. See Relay, @catch.
 */
export function compileCatches(plans: readonly CatchPlan[] | undefined): CatchErrors | undefined {
  if (!plans) return undefined;
  const byPath = new Map(plans.map((plan) => [responsePath(plan.path), plan]));
  return (result) => {
    const { data, errors } = result;
    if (!errors || !data) return { result, caught: [] };
    const caught = new Map<CatchPlan, GraphQLError>();
    const others = errors.filter((error) => {
      const target = Array.isArray(error.path) ? findTarget(byPath, error.path) : undefined;
      if (!target || !setNull(data, target.path)) return true;
      if (!caught.has(target.plan)) caught.set(target.plan, error);
      return false;
    });
    return { result: { ...result, errors: others }, caught: [...caught.values()] };
  };
}

type Path = readonly (string | number)[];

/** What becomes null by an error at a path, and the innermost field that says so. */
function findTarget(plans: ReadonlyMap<string, CatchPlan>, path: Path): { path: Path; plan: CatchPlan } | undefined {
  let plan: CatchPlan | undefined;
  let end = 0;
  let at = '';
  for (const [index, key] of path.entries()) {
    if (typeof key === 'number') continue;
    at += `/${key}`;
    const found = plans.get(at);
    if (found) [plan, end] = [found, index + 1];
  }
  if (!plan) return undefined;
  const length = end;
  for (const [index, isNullable] of plan.nullableItems.entries()) {
    if (typeof path[length + index] !== 'number') break;
    if (isNullable) end = length + index + 1;
  }
  return { path: path.slice(0, end), plan };
}

/** Makes the value at a path null; false where the path leads to nothing. */
function setNull(data: object, path: Path): boolean {
  let at: unknown = data;
  for (const key of path.slice(0, -1)) {
    at = (at as Record<string | number, unknown>)[key];
    if (at === null) return true;
    if (typeof at !== 'object') return false;
  }
  const last = path.at(-1)!;
  if (!Object.hasOwn(at as object, last)) return false;
  (at as Record<string | number, unknown>)[last] = null;
  return true;
}
