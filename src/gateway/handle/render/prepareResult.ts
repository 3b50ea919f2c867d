// From the data of an execution to the body of a response: along the data path to a value, where null is 404, and from there
// through the shape.
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { internalError } from '../../base/errors/knownErrors.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { type EndpointPlan, acceptsNull } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { type ErrorMarkers, TYPE_KEY, endOf, valueShape } from '../../plan/ResultPlan.ts';
import type { Shape } from '../../plan/Shape.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { JsonText } from '../../http/json.ts';
import { isJsonNumber } from '../../http/losslessJson.ts';
import { isJsonType } from '../../http/mediaTypes.ts';
import type { Variables } from '../../plan/values/coercion.ts';
import { prepareBody } from './prepareBody.ts';
import { type ErrorsAsData, type ReportFault, prepareErrorMarkers, prepareInputTrace } from './prepareErrorMarkers.ts';
import { type BodyContext, prepareStatus, wireText } from './values.ts';

export interface Result {
  /** The type of the resource; undefined where several root fields are the body. */
  type: string | undefined;
  /** The value at the end of the data path. Throws NOT_FOUND where it or something before it is null, an internal error under 201, and errors as data. */
  find(data: Readonly<Record<string, unknown>>, variables: Variables, report?: ReportFault): unknown;
  toBody(value: unknown, context: BodyContext): unknown;
  /** Whether the value is sent as it is, and nothing else of the data is read. */
  isVerbatim: boolean;
}

/** Prepares the result of an endpoint. */
export function prepareResult(endpoint: EndpointPlan, version: VersionPlan & TypeContext): Result {
  const { dataPath, unwrappedTypes = [], errorsAt, rootErrors, wrapper, canBeMissing } = endpoint.result;
  const end = endOf(endpoint.result);
  const trace = prepareInputTrace(endpoint, version.types);
  const prepareMarkers = (marker: ErrorMarkers) => prepareErrorMarkers(marker, version, trace);
  if (rootErrors) {
    const errorsOnly = prepareMarkers(rootErrors);
    return {
      type: undefined,
      find(data, variables, report) {
        errorsOnly.throwErrors(data, report);
        if (canBeMissing && data[dataPath[0]!] == null) {
          throw notFoundError('Boolean', endpoint.parameters, variables, version);
        }
      },
      toBody: (value) => value,
      isVerbatim: false,
    };
  }
  const errors = errorsAt.map((marker) => (marker ? prepareMarkers(marker) : undefined));

  const toValue = prepareBody(end, version) as ((value: unknown, context: BodyContext) => unknown) | undefined;
  const found = valueShape(endpoint.result);
  const unselected = new Set<unknown>(found.kind === 'object' ? found.unselected : []);
  // A list of pages that is null has no items.
  const isList = end.kind === 'connection' && end.selected.kind === 'list';
  const { page, headers, location, status, statusBy, result } = endpoint;
  const mayBeNull = isList || acceptsNull(endpoint, found);
  const statusOf = prepareStatus(endpoint);
  const type = dataPath.length === 0 ? undefined : typeOf(found);
  const isChanged = toValue && prepareBody(end, { ...version, hasTexts: true });
  const isRead =
    page ?? headers ?? statusBy ?? location ?? result.catches ?? isChanged ?? wrapper ?? version.conventions.body;
  const isJson = endpoint.produces?.every(isJsonType) ?? true;
  return {
    type,
    isVerbatim: isJson && isRead == null && status !== 204 && unselected.size === 0 && !errors.some((marker) => marker),
    find(data, variables, report) {
      let value: unknown = data;
      let markers: ErrorsAsData | undefined;
      // What is at the end may be null, but no object before it.
      let isMissing = false;
      let missing = type;
      for (const [index, key] of dataPath.entries()) {
        if (value == null && !isMissing) missing = unwrappedTypes[index - 1] ?? type;
        isMissing = value == null;
        value = value == null ? null : (value as Record<string, unknown>)[key];
        markers = errors[index];
        if (markers && value != null) markers.throwErrors(value as Record<string, unknown>, report);
      }
      if (value != null && unselected.has((value as Record<string, unknown>)[TYPE_KEY])) value = null;
      if (value == null && (!mayBeNull || isMissing)) {
        // Nothing was created; a path that leads to nothing would be 404 before anything is created.
        if (statusOf(data) === 201) throw internalError(new Error(`${endpoint.name} is 201, but its data is null.`));
        throw notFoundError(missing, endpoint.parameters, variables, version);
      }
      return markers && value != null ? markers.withoutErrors(value as Record<string, unknown>) : value;
    },
    toBody(value, context) {
      const body = toValue && !(value instanceof JsonText) ? toValue(value, context) : value;
      return wrapper === undefined ? body : { [wrapper]: body };
    },
  };
}

/** The type of the resource. */
export function typeOf(shape: Shape): string {
  return shape.kind === 'leaf' || shape.kind === 'object' ? shape.type : typeOf(shape.of);
}

/** In UTF-16 code units, of each value. */
const MAX_VALUE_LENGTH = 100;

/** The 404 of a resource; it names the type, if it is known, and the path and query parameters that it was looked up by. */
export function notFoundError(
  type: string | undefined,
  lookedUpBy: readonly ParameterPlan[],
  variables: Variables,
  types: TypeContext,
): ServiceError {
  const criteria = lookedUpBy.flatMap((parameter) => {
    const { name, variable, source } = parameter;
    const value = variables[variable];
    const isNamed = (source === 'path' || source === 'query') && (typeof value === 'string' || isJsonNumber(value));
    return isNamed ? [`${name} ${truncate(wireText(parameter, value, types), MAX_VALUE_LENGTH)}`] : [];
  });
  const subject = type === undefined ? 'Nothing' : `No ${type}`;
  const message = `${subject} was found${criteria.length > 0 ? ` for ${criteria.join(', ')}` : ''}.`;
  return new ServiceError('NOT_FOUND', message, type === undefined ? {} : { resource: type });
}
