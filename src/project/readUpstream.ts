// --upstream, --upstream-header and --forward-header → Upstream. Refuses headers that cannot be sent. No message repeats the value of a
// header, which may be a secret.
import { type Upstream, findHeaderFault, findUrlFault } from '../gateway/execution/remote/Upstream.ts';
import { UsageError } from './UsageError.ts';

/** Parses the options. Throws a UsageError. */
export function readUpstream(
  url: string,
  headers: readonly string[] = [],
  forwarded: readonly string[] = [],
): Upstream {
  const fault = findUrlFault(url);
  if (fault !== undefined) throw new UsageError(`--upstream ${fault}`);
  return {
    url: new URL(url),
    headers: Object.fromEntries(headers.map(readHeader)),
    forwarded: forwarded.map((name) => checkHeader('--forward-header', name)),
  };
}

function readHeader(header: string): [name: string, value: string] {
  const [, name, value = ''] = /^([^:]+):(.*)$/s.exec(header) ?? [];
  if (name === undefined) throw new UsageError('--upstream-header must have the form "Name: value".');
  return [checkHeader('--upstream-header', name, value.trim()), value.trim()];
}

/** The name of a header that can be sent, in lower case. */
function checkHeader(option: string, name: string, value?: string): string {
  const fault = findHeaderFault(name, value);
  if (fault !== undefined) throw new UsageError(`${option}: ${fault}`);
  return name.toLowerCase();
}
