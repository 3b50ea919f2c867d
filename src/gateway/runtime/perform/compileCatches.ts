import type { ExecutionResult, GraphQLError } from 'graphql';
import type { CatchPlan } from '../../plan/ResultPlan.ts';

/** A result, and what was caught in it: the first error of each field with `@catch`. */
export interface CaughtResult {
  result: ExecutionResult;
  caught: readonly GraphQLError[];
}

export type CatchErrors = (result: ExecutionResult) => CaughtResult;

/** The fields with `@catch` by their response keys. */
interface CatchNode {
  plan?: CatchPlan;
  fields: Map<string, CatchNode>;
}

/**
 * Compiles `@catch`: an error at or below such a field makes it null, or the innermost item around the error in its lists
 * that can be null, and leaves the result, whatever its code. The innermost field counts. Undefined for an endpoint without
 * any. The data of the result is changed. See Relay, @catch.
 */
export function compileCatches(plans: readonly CatchPlan[] | undefined): CatchErrors | undefined {
  if (!plans) return undefined;
  const root: CatchNode = { fields: new Map() };
  for (const plan of plans) nodeAt(root, plan.path).plan = plan;
  return (result) => {
    const { data, errors } = result;
    if (!errors || !data) return { result, caught: [] };
    const caught = new Map<CatchPlan, GraphQLError>();
    const others = errors.filter((error) => {
      const target = Array.isArray(error.path) ? findTarget(root, error.path) : undefined;
      if (!target || !setNull(data, target.path)) return true;
      if (!caught.has(target.plan)) caught.set(target.plan, error);
      return false;
    });
    return { result: { ...result, errors: others }, caught: [...caught.values()] };
  };
}

function nodeAt(root: CatchNode, path: readonly string[]): CatchNode {
  let node = root;
  for (const key of path) {
    let next = node.fields.get(key);
    if (!next) node.fields.set(key, (next = { fields: new Map() }));
    node = next;
  }
  return node;
}

type Path = readonly (string | number)[];

/** What becomes null by an error at a path, and the field that says so. */
function findTarget(root: CatchNode, path: Path): { path: Path; plan: CatchPlan } | undefined {
  let found: { plan: CatchPlan; length: number } | undefined;
  let node: CatchNode | undefined = root;
  for (const [index, key] of path.entries()) {
    if (typeof key === 'number') continue;
    node = node.fields.get(key);
    if (!node) break;
    if (node.plan) found = { plan: node.plan, length: index + 1 };
  }
  if (!found) return undefined;
  const { plan, length } = found;
  let end = length;
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
