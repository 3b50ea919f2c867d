import type { Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { Parameter } from '../plan/Parameter.ts';
import { textOnWire } from '../runtime/textOnWire.ts';
import { encodeMatches, encodeSegment } from '../protocol/encodeSegment.ts';
import type { Shape } from '../plan/Shape.ts';

/**
 * The path of what was created, below the base path and the version; undefined where a value of it is an object or a list,
 * which a path cannot hold. It never throws: the write has happened.
 */
export type Locate = (variables: Readonly<Record<string, unknown>>, body: unknown) => string | undefined;

type Read = (variables: Readonly<Record<string, unknown>>, body: unknown) => unknown;

/**
 * Compiles the `location` of a 201: each `{name}` is a path parameter, or a dotted path into the body. Values are
 * percent-encoded as one segment each, and so is what the template has outside of ASCII. See RFC 9110, section 10.2.2.
 */
export function compileLocation(
  { operation, endpoint }: EndpointDocument,
  parameters: readonly Parameter[],
  body: Shape,
  conventions: Conventions,
  report: Report,
): Locate | undefined {
  const refuse = (message: string, hint: string) => void report(operation, message, hint);
  const template = endpoint.location;
  if ((endpoint.status === 201) !== (template !== undefined)) {
    const message = template === undefined ? 'A 201 says where the new resource is.' : 'Only a 201 has a location.';
    refuse(message, template === undefined ? 'Add location: "/…/{id}".' : 'Leave it out, or set status: 201.');
    return undefined;
  }
  if (template === undefined) return undefined;
  if (!template.startsWith('/')) refuse(`The location "${template}" does not start with a slash.`, 'Add it.');

  if (/[{}]/.test(template.replace(/\{[^{}]*\}/g, ''))) {
    refuse(`The location "${template}" has a brace without its other half.`, 'Write it as "/users/{id}".');
  }
  const parts = template.split(/\{([^}]*)\}/).map((text, index): string | Read => {
    if (index % 2 === 0) return encodeMatches(NOT_IN_PATH, text);
    const parameter = parameters.find(({ source, name }) => source === 'path' && name === text);
    const inBody = scalarAt(body, text.split('.'));
    if (parameter && inBody) {
      refuse(`{${text}} of the location is in the path and in the body.`, 'Rename the path parameter.');
    } else if (!parameter && !inBody) {
      refuse(`{${text}} of the location is no path parameter and no required scalar of the body.`, 'Select it.');
    }
    if (parameter) return (variables) => textOnWire(parameter, variables[parameter.variable], conventions);
    return (_, from) =>
      text.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], from);
  });
  return (variables, from) => {
    let located = '';
    for (const part of parts) {
      const value = typeof part === 'string' ? part : segmentOf(part(variables, from));
      if (value === undefined) return undefined;
      located += value;
    }
    return located;
  };
}

/** Whatever stands in no path of RFC 3986, section 3.3; what is percent-encoded already stays as it is. */
const NOT_IN_PATH = /[^\w.~:@!$&'()*+,;=/?#%-]/gu;

function segmentOf(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  return encodeSegment(String(value));
}

/** Whether a dotted path ends in a scalar that is always there. */
function scalarAt(shape: Shape, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return shape.kind === 'leaf';
  const property = shape.kind === 'object' ? shape.properties.find(({ key }) => key === name) : undefined;
  return property !== undefined && property.required && !property.shape.nullable && scalarAt(property.shape, rest);
}
