import { type GraphQLLeafType, isEnumType } from 'graphql';
import type { Conventions } from '../../../conventions/Conventions.ts';
import { acceptsScalar } from './compileScalar.ts';

/** An input as a value of the type of a field; undefined where it is none. Values of one type are passed on as they are. */
export function fitValue(
  value: unknown,
  { from, to }: { from: GraphQLLeafType; to: GraphQLLeafType },
  conventions: Pick<Conventions, 'scalars'>,
): unknown {
  if (from.name === to.name) return value;
  if (isEnumType(to)) return to.getValues().find(({ name }) => name === value)?.value;
  switch (to.name) {
    case 'ID':
    case 'String':
      return typeof value === 'string' || Number.isInteger(value) ? String(value) : undefined;
    case 'Int':
      return Number.isInteger(Number(value)) &&
        value !== '' &&
        typeof value !== 'boolean' &&
        Math.abs(Number(value)) < 2 ** 31
        ? Number(value)
        : undefined;
    case 'Float':
      return typeof value === 'number' ? value : undefined;
    case 'Boolean':
      return typeof value === 'boolean' ? value : undefined;
    default:
      return acceptsScalar(to, value, conventions) ? value : undefined;
  }
}
