import type { ExecutionResult, GraphQLError } from 'graphql';
import { type CatchPlan, type ResultPlan, responsePath } from '../../plan/ResultPlan.ts';
import { prepareNonNulls } from './prepareNonNulls.ts';

/** Returns the result without what was caught in it, and that: the first error of each field with `@catch`. */
export type CatchErrors = (result: ExecutionResult) => { result: ExecutionResult; caught: readonly GraphQLError[] };

/** Prepares `@catch` and `@nonNull`: where the other errors are caught, null in a field that is never null is an error of the field. */
export function prepareFieldErrors(
  { catches, nonNulls }: Pick<ResultPlan, 'catches' | 'nonNulls'>,
  isRemote: boolean,
): CatchErrors | undefined {
  const findNulls = prepareNonNulls(nonNulls, isRemote);
  const catchErrors = prepareCatches(catches ?? (nonNulls && []));
  if (!findNulls || !catchErrors) return catchErrors;
  return (executed) => {
    const first = catchErrors(executed);
    const { data, errors } = first.result;
    const nulls = data && !errors?.length ? findNulls(data) : [];
    if (!data || nulls.length === 0) return first;
    const second = catchErrors({ data, errors: nulls });
    return { result: second.result, caught: [...first.caught, ...second.caught] };
  };
}

/**
 * Prepares `@catch`: an error at or below such a field makes it null, or the innermost item around the error in its lists
 * that can be null, and leaves the result, whatever its code. The innermost field counts. Undefined for an endpoint without
 * any. The data of the result, which other requests may have as well, is not changed. See Relay, @catch.
 */
export function prepareCatches(plans: readonly CatchPlan[] | undefined): CatchErrors | undefined {
  if (!plans) return undefined;
  const byPath = new Map(plans.map((plan) => [responsePath(plan.path), plan]));
  return (result) => {
    const { errors } = result;
    let { data } = result;
    if (!errors || !data) return { result, caught: [] };
    const copies = new Set<object>();
    const caught = new Map<CatchPlan, GraphQLError>();
    const others = errors.filter((error) => {
      const target = Array.isArray(error.path) ? findTarget(byPath, error.path) : undefined;
      const found = target && withNull(data, target.path, copies);
      if (!target || found === undefined) return true;
      data = found as typeof data;
      if (!caught.has(target.plan)) caught.set(target.plan, error);
      return false;
    });
    return { result: { ...result, data, errors: others }, caught: [...caught.values()] };
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

/** The value with null at a path, where what leads there is copied once; undefined where the path leads to nothing. */
function withNull(value: unknown, path: Path, copies: Set<object>): unknown {
  const [key] = path;
  if (key === undefined || value === null) return null;
  if (typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  const before = (value as Record<string | number, unknown>)[key];
  const after = withNull(before, path.slice(1), copies);
  if (after === undefined) return undefined;
  if (after === before) return value;
  const copy = copies.has(value) ? value : copyOf(value);
  copies.add(copy);
  (copy as Record<string | number, unknown>)[key] = after;
  return copy;
}

/** A copy of an object or a list of a result, with what is in it as it is: a scalar can be an object of any class. */
function copyOf(value: object): object {
  return Array.isArray(value) ? [...value] : { __proto__: Object.getPrototypeOf(value), ...value };
}
