// From the data of an execution to the body of a response: along the data path to a value, where null is 404, and from there
// through the shape.
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { type ErrorMarkers, TYPE_KEY, endOf, valueShape } from '../plan/ResultPlan.ts';
import type { Shape } from '../plan/Shape.ts';
import type { Variables } from '../request/Variables.ts';
import type { BodyContext } from './BodyContext.ts';
import { compileBody } from './compileBody.ts';
import { throwErrors, withoutErrors } from './errorsAsData.ts';
import { notFoundError } from './notFoundError.ts';

export interface Result {
  /** The value at the end of the data path. Throws NOT_FOUND where it or something before it is null, and errors as data. */
  find(data: Readonly<Record<string, unknown>>, variables: Variables): unknown;
  /** The body of the value that was found. */
  toBody(value: unknown, context: BodyContext): unknown;
}

/** Compiles the result of an endpoint. */
export function compileResult(endpoint: EndpointPlan, version: VersionPlan): Result {
  const { dataPath, errorsAt, rootErrors, wrapper } = endpoint.result;
  const end = endOf(endpoint.result);
  if (rootErrors) return { find: (data) => throwErrors(data, rootErrors), toBody: (value) => value };

  const toValue = compileBody(end, version) as ((value: unknown, context: BodyContext) => unknown) | undefined;
  if (dataPath.length === 0) return { find: (data) => data, toBody: toValue ?? ((value) => value) };

  const found = valueShape(endpoint.result);
  const unselected = new Set<unknown>(found.kind === 'object' ? found.unselected : []);
  const mayBeNull = endpoint.status === 204 && found.kind === 'leaf';
  return {
    find(data, variables) {
      let value: unknown = data;
      let markers: ErrorMarkers | null | undefined;
      // Under 204 the scalar at the end may be null, but no object before it.
      let isMissing = false;
      for (const [index, key] of dataPath.entries()) {
        isMissing = value == null;
        value = value == null ? null : (value as Record<string, unknown>)[key];
        markers = errorsAt[index];
        if (markers && value != null) throwErrors(value as Record<string, unknown>, markers);
      }
      if (value != null && unselected.has((value as Record<string, unknown>)[TYPE_KEY])) value = null;
      if (value == null && (!mayBeNull || isMissing)) {
        throw notFoundError(typeOf(found), endpoint.parameters, variables, version);
      }
      return markers && value != null ? withoutErrors(value as Record<string, unknown>, markers) : value;
    },
    toBody(value, context) {
      const body = toValue ? toValue(value, context) : value;
      return wrapper === undefined ? body : { [wrapper]: body };
    },
  };
}

/** The type of the resource. */
function typeOf(shape: Shape): string {
  return shape.kind === 'leaf' || shape.kind === 'object' ? shape.type : typeOf(shape.of);
}
