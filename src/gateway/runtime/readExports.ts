import { invalidInputError } from '../errors/invalidInputError.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { LookupPlan } from '../plan/LookupPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';

/**
 * The exported values of a lookup. Throws for one that is null: NOT_FOUND where it was looked up by the path alone, because
 * then the resource does not exist, else BAD_USER_INPUT naming the parameters that it was looked up by.
 */
export function readExports(
  { exports }: LookupPlan,
  data: Readonly<Record<string, unknown>>,
  parameters: readonly ParameterPlan[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, path, lookedUpBy } of exports) {
    const value = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], data);
    if (value === null || value === undefined) {
      throw notFound(parameters.filter((parameter) => lookedUpBy.includes(parameter.variable)));
    }
    values[variable] = value;
  }
  return values;
}

function notFound(lookedUpBy: readonly ParameterPlan[]): ServiceError {
  const others = lookedUpBy.filter(({ source }) => source !== 'path');
  if (others.length > 0)
    return invalidInputError(others.map(({ name }) => ({ field: name, message: 'does not exist' })));
  const names = lookedUpBy.map(({ name }) => name).join(', ');
  return new ServiceError('NOT_FOUND', names === '' ? 'Nothing was found.' : `Nothing was found for ${names}.`);
}
