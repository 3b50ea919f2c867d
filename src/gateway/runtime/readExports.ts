import { invalidInputError } from '../errors/invalidInputError.ts';
import type { ServiceError } from '../errors/ServiceError.ts';
import type { TypeContext } from '../plan/bounds.ts';
import type { LookupPlan } from '../plan/LookupPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { Variables } from '../request/Variables.ts';
import { notFoundError } from './notFoundError.ts';

/**
 * The exported values of a lookup. Throws for one that is null: NOT_FOUND where it was looked up by the path alone, because
 * then the resource does not exist, else BAD_USER_INPUT naming the parameters that it was looked up by. `variables` are those
 * of the request.
 */
export function readExports(
  { exports }: LookupPlan,
  data: Readonly<Record<string, unknown>>,
  { parameters, variables }: { parameters: readonly ParameterPlan[]; variables: Variables },
  types: TypeContext,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, path, types: objects, lookedUpBy } of exports) {
    let value: unknown = data;
    path.forEach((key, index) => {
      value = (value as Record<string, unknown>)[key] ?? null;
      if (value !== null) return;
      const by = parameters.filter((parameter) => lookedUpBy.includes(parameter.variable));
      throw missingError(objects[Math.min(index, objects.length - 1)], by, { variables, types });
    });
    values[variable] = value;
  }
  return values;
}

/** `type` is that of what is null, or that it is a scalar of. */
function missingError(
  type: string | undefined,
  lookedUpBy: readonly ParameterPlan[],
  { variables, types }: { variables: Variables; types: TypeContext },
): ServiceError {
  const others = lookedUpBy.filter(({ source }) => source !== 'path');
  if (others.length === 0) return notFoundError(type, lookedUpBy, variables, types);
  return invalidInputError(others.map(({ name }) => ({ field: name, message: 'does not match an existing resource' })));
}
