import type { TypeContext } from '../plan/bounds.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { HeaderPlan } from '../plan/HeaderPlan.ts';
import { dateValue, headerValue, tagValue } from '../protocol/headerValue.ts';
import { compileBody } from './compileBody.ts';
import { valueAt } from './valueAt.ts';

/** The headers that are values of the data, by their names in lower case; `etag` is the part of the tag before the dot. */
export type ReadHeaders = (data: Readonly<Record<string, unknown>>) => Record<string, string>;

/** Compiles the `@header` of an endpoint; undefined where it has none. */
export function compileResultHeaders(
  { headers }: Pick<EndpointPlan, 'headers'>,
  types: TypeContext,
): ReadHeaders | undefined {
  const readers = headers?.map((header) => ({ name: header.name.toLowerCase(), read: compileHeader(header, types) }));
  return (
    readers &&
    ((data) => {
      const values: Record<string, string> = {};
      for (const { name, read } of readers) {
        const value = read(data);
        if (value !== undefined) values[name] = value;
      }
      return values;
    })
  );
}

/** A value that is null, that is no date though the header is one, or that is too long is left out. */
function compileHeader(
  { name, path, type }: HeaderPlan,
  types: TypeContext,
): (data: Readonly<Record<string, unknown>>) => string | undefined {
  const change = compileBody({ kind: 'leaf', type, nullable: false }, types) as
    ((value: unknown) => unknown) | undefined;
  const write = name.toLowerCase() === 'etag' ? tagValue : headerValue;
  const isDate = name.toLowerCase() === 'last-modified';
  return (data) => {
    const value = valueAt(data, path);
    if (value === null || value === undefined) return undefined;
    const sent = change ? change(value) : value;
    if (isDate) return dateValue(sent);
    return write(typeof sent === 'object' ? JSON.stringify(sent) : String(sent));
  };
}
