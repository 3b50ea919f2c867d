import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Headers of one connection or one body, which cannot be those of another request. */
const PER_REQUEST = new Set([
  'accept',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

/** Why a header cannot be sent to an upstream, as a sentence without the value, which may be a secret; undefined if it can be. */
export function findHeaderFault(name: string, value = ''): string | undefined {
  try {
    validateHeaderName(name);
  } catch {
    return `"${name}" is not a valid header name.`;
  }
  const lower = name.toLowerCase();
  if (PER_REQUEST.has(lower)) return `${lower} cannot be set; Portico sets it for each upstream request.`;
  try {
    validateHeaderValue(name, value);
  } catch {
    return `the value of ${lower} has invalid characters.`;
  }
  return undefined;
}
