import type { IncomingHttpHeaders } from 'node:http';
import { UsageError } from './UsageError.ts';

/** The headers of a request that is explained, by their names in lower case. Throws a UsageError. */
export function readHeaders(headers: readonly string[] = [], accept?: string): IncomingHttpHeaders {
  const read: IncomingHttpHeaders = {};
  for (const header of headers) {
    const [, name, value] = /^([^:\s]+):(.*)$/s.exec(header) ?? [];
    if (name === undefined || value === undefined) throw new UsageError('--header must be "Name: value".');
    read[name.toLowerCase()] = value.trim();
  }
  if (accept !== undefined) read.accept = accept;
  return read;
}
