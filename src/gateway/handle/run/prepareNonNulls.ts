import { GraphQLError } from 'graphql';
import type { ServiceError } from '../../base/errors/ServiceError.ts';
import { internalError } from '../../base/errors/knownErrors.ts';
import { ITEMS } from '../../execute/Execute.ts';
import { badGatewayError } from '../../execute/remote/upstreamErrors.ts';
import type { NonNullPlan } from '../../plan/ResultPlan.ts';

/**
 * Prepares the search for null where it never is: each is an error of its field. What is absent was not asked for.
 * Nothing but these fields, and what leads to them, is read. Undefined for an endpoint without any.
 */
export function prepareNonNulls(
  plans: readonly NonNullPlan[] | undefined,
  isRemote: boolean,
): ((data: object) => GraphQLError[]) | undefined {
  const failureOf = isRemote ? badGatewayError : internalError;
  const searches = plans?.map(({ path, coordinate }) => {
    const cause = new Error(`${coordinate} is null, but @nonNull or conventions.json says that it never is.`);
    return prepareSearch(path, failureOf(cause));
  });
  if (!searches) return undefined;
  return (data) => {
    const errors: GraphQLError[] = [];
    for (const search of searches) search(data, [], errors);
    return errors;
  };
}

/** Adds an error for each null. `path` leads to the value; it is changed in the meantime. */
type Search = (value: unknown, path: (string | number)[], errors: GraphQLError[]) => void;

/** The search at response keys below a value, or below each item where it is a list. */
function prepareSearch([key, ...keys]: readonly string[], failure: ServiceError): Search {
  const { message, cause } = failure;
  if (key === undefined) {
    return (value, path, errors) => {
      if (value !== null) return;
      errors.push(Object.assign(new GraphQLError(message, { path: [...path], originalError: failure }), { cause }));
    };
  }
  const searchBelow = prepareSearch(keys, failure);
  const search: Search = (value, path, errors) => {
    if (Array.isArray(value)) {
      const searchItem = key === ITEMS ? searchBelow : search;
      for (const [index, item] of value.entries()) {
        path.push(index);
        searchItem(item, path, errors);
        path.pop();
      }
    } else if (typeof value === 'object' && value !== null) {
      path.push(key);
      searchBelow((value as Record<string, unknown>)[key], path, errors);
      path.pop();
    }
  };
  return search;
}
