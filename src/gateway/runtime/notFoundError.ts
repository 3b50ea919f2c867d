import { ServiceError } from '../errors/ServiceError.ts';
import type { TypeContext } from '../plan/bounds.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { Variables } from '../request/Variables.ts';
import { wireText } from './wireText.ts';

/** In UTF-16 code units, of each value. */
const MAX_VALUE_LENGTH = 100;

/** The 404 of a resource; it names the type, if it is known, and the path and query parameters that it was looked up by. */
export function notFoundError(
  type: string | undefined,
  lookedUpBy: readonly ParameterPlan[],
  variables: Variables,
  types: TypeContext,
): ServiceError {
  const given = lookedUpBy.flatMap((parameter) => {
    const { name, variable, source } = parameter;
    const value = variables[variable];
    const isNamed =
      (source === 'path' || source === 'query') && (typeof value === 'number' || typeof value === 'string');
    return isNamed ? [`${name} ${wireText(parameter, value, types).slice(0, MAX_VALUE_LENGTH)}`] : [];
  });
  const subject = type === undefined ? 'Nothing' : `No ${type}`;
  const message = `${subject} was found${given.length > 0 ? ` for ${given.join(', ')}` : ''}.`;
  return new ServiceError('NOT_FOUND', message, type === undefined ? {} : { resource: type });
}
