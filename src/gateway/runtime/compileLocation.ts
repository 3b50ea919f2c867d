import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { encodeSegment } from '../protocol/encodeSegment.ts';
import type { Variables } from '../request/Variables.ts';
import { wireText } from './wireText.ts';

/**
 * The path of the new resource, below the base path and the version; undefined where a value of it is an object or a list,
 * which a path cannot hold. It never throws: the write has taken effect.
 */
export type Locate = (variables: Variables, body: unknown) => string | undefined;

/** Compiles the `Location` of a 201; undefined for other endpoints. Values are one percent-encoded segment each. */
export function compileLocation(endpoint: EndpointPlan, version: VersionPlan): Locate | undefined {
  const parts = endpoint.location?.map((part): string | ((variables: Variables, body: unknown) => unknown) => {
    if (typeof part === 'string') return part;
    if ('property' in part) {
      return (_, body) =>
        part.property.reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], body);
    }
    const parameter = endpoint.parameters.find(({ source, name }) => source === 'path' && name === part.parameter)!;
    return (variables) => wireText(parameter, variables[parameter.variable], version);
  });
  return (
    parts &&
    ((variables, body) => {
      let location = '';
      for (const part of parts) {
        const text = typeof part === 'string' ? part : segmentOf(part(variables, body));
        if (text === undefined) return undefined;
        location += text;
      }
      return location;
    })
  );
}

function segmentOf(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  return encodeSegment(String(value));
}
