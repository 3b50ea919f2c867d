import type { Conventions } from './Conventions.ts';
import { formatDateTime } from './formatDateTime.ts';
import { parseDateTime } from './parseDateTime.ts';
import { scalarConvention } from './scalarConvention.ts';

/**
 * Compiles the conversion of a scalar from its JSON on the wire, which is valid, to how GraphQL writes it; undefined where both
 * are equal. An ID is a text in GraphQL.
 */
export function compileToUpstream(
  name: string,
  conventions: Pick<Conventions, 'scalars'>,
): ((value: unknown) => unknown) | undefined {
  const convention = scalarConvention(name, conventions);
  switch (convention?.upstream) {
    case 'date-time':
      return (value) => formatDateTime(value as number);
    case 'unixtime':
      return (value) => Math.floor(parseDateTime(value as string)! / 1000);
    case 'json':
      return (value) => JSON.stringify(value);
    default:
      return name === 'ID' && convention?.type === 'integer' ? String : undefined;
  }
}
