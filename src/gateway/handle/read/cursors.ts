// The cursors that clients receive, each bound to its list and the filters of its request.
import { createHash } from 'node:crypto';
import { Kind } from 'graphql';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { routePath } from '../../plan/paths.ts';
import { type ParameterPlan, textOfValue } from '../../plan/ParameterPlan.ts';
import { nullableNode, typeNode } from '../../plan/TypeTable.ts';
import { writeJson } from '../../http/losslessJson.ts';
import type { Variables } from '../../plan/values/coercion.ts';
import { pathParameters } from './prepareParameterReaders.ts';

/**
 * Prepares the list that a cursor belongs to, with its filters, as text. It is the same in every version and with any `expand`. Placeholders
 * count by their place. A filter that is absent, or equal to its default, is not a part of it, so that a list keeps its cursors
 * when it gets another parameter.
 */
export function prepareCursorScope(
  endpoint: Pick<EndpointPlan, 'path' | 'segments' | 'parameters'>,
): (variables: Variables) => string {
  const { path, parameters } = endpoint;
  const inPath = pathParameters(endpoint)
    .filter((parameter) => parameter !== undefined)
    .map((parameter) => ({ variable: parameter.variable, scopeValue: prepareScopeValue(parameter) }));
  const filters = parameters
    .filter(({ source }) => source !== 'path')
    .map((parameter) => {
      const { name, variable, default: value = null } = parameter;
      const scopeValue = prepareScopeValue(parameter);
      return { name, variable, scopeValue, defaultText: writeJson(scopeValue(value) ?? null) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const route = routePath(path);
  return (variables) => {
    const sent = filters.flatMap(({ name, variable, scopeValue, defaultText }) => {
      if (variables[variable] === undefined) return [];
      const value = scopeValue(variables[variable]) ?? null;
      return writeJson(value) === defaultText ? [] : [[name, value]];
    });
    return writeJson([route, ...inPath.map(({ variable, scopeValue }) => scopeValue(variables[variable])), ...sent]);
  };
}

/** Of the 32 of SHA-256. */
const CHECKSUM_BYTES = 9;

/**
 * The cursor that clients receive: a connection's cursor with a checksum over it and its list. The checksum detects a damaged
 * cursor, and one of another list or filter. It is not secret, as a cursor grants nothing, and the same in every version and
 * process.
 */
export function encodeCursor(cursor: string, list: string): string {
  const bytes = Buffer.from(cursor, 'utf8');
  return Buffer.concat([checksumOf(bytes, list), bytes]).toString('base64url');
}

/** The connection's cursor; undefined unless it was encoded for this list. */
export function decodeCursor(encoded: string, list: string): string | undefined {
  const decoded = Buffer.from(encoded, 'base64url');
  // Only one encoding of a cursor is valid, but decoding ignores characters outside the alphabet.
  if (decoded.length <= CHECKSUM_BYTES || decoded.toString('base64url') !== encoded) return undefined;
  const bytes = decoded.subarray(CHECKSUM_BYTES);
  return checksumOf(bytes, list).equals(decoded.subarray(0, CHECKSUM_BYTES)) ? bytes.toString('utf8') : undefined;
}

/** The value of a parameter in a scope: the text that stands for it, where it has `values`. */
function prepareScopeValue({ type, constraints: { values } }: ParameterPlan): (value: unknown) => unknown {
  if (!values) return (value) => value;
  const textOf = textOfValue(values);
  const isList = nullableNode(typeNode(type)).kind === Kind.LIST_TYPE;
  return (value) => (isList && Array.isArray(value) ? value.map(textOf) : textOf(value));
}

function checksumOf(bytes: Buffer, list: string): Buffer {
  return createHash('sha256').update(list).update('\0').update(bytes).digest().subarray(0, CHECKSUM_BYTES);
}
