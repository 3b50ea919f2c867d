import { directiveNode } from '../document/directiveNode.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { findProperty } from '../plan/findProperty.ts';
import type { LocationPart } from '../plan/LocationPart.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { Shape } from '../plan/Shape.ts';
import { encodePath } from '../protocol/encodePath.ts';
import type { CompileContext } from './CompileContext.ts';

/**
 * Compiles the `location` of a 201: each `{name}` is a path parameter, or a dotted path into the body.
 * See RFC 9110, section 10.2.2.
 */
export function compileLocation(
  { operation, endpoint }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  body: Shape,
  { report }: CompileContext,
): LocationPart[] | undefined {
  const { location, status } = endpoint;
  const refuse = (message: string, hint: string) =>
    report(directiveNode(operation, 'endpoint', 'location'), message, hint);
  if (location === undefined) {
    if (status !== 201) return undefined;
    const message = 'An endpoint of status 201 needs a location.';
    report(directiveNode(operation, 'endpoint', 'status'), message, 'Add location: "/…/{id}".');
    return undefined;
  }
  if (status !== 201) {
    refuse('Only an endpoint of status 201 has a location.', 'Remove it, or set status: 201.');
    return undefined;
  }
  if (!location.startsWith('/')) refuse(`location "${location}" does not start with a slash.`, 'Add the slash.');
  if (/[{}]/.test(location.replace(/\{[^{}]*\}/g, ''))) {
    refuse(`location "${location}" has an unpaired brace.`, 'Write it as "/users/{id}".');
  }
  return location.split(/\{([^}]*)\}/).flatMap((text, index): LocationPart[] => {
    if (index % 2 === 0) return text === '' ? [] : [encodePath(text)];
    const path = text.split('.');
    const isParameter = parameters.some(({ source, name }) => source === 'path' && name === text);
    const isProperty = isScalarAt(body, path);
    if (isParameter && isProperty) {
      refuse(
        `{${text}} in location is ambiguous: it is both a path parameter and a response property.`,
        'Rename the path parameter.',
      );
    } else if (!isParameter && !isProperty) {
      refuse(
        `{${text}} in location is neither a path parameter nor a required scalar of the body.`,
        `Select "${text}" in the response.`,
      );
    }
    return [isParameter ? { parameter: text } : { property: path }];
  });
}

/** Whether a path ends at a scalar that every response has. */
function isScalarAt(body: Shape, path: readonly string[]): boolean {
  const found = findProperty(body, path);
  return found !== undefined && found.isAlwaysThere && (found.shape.kind === 'leaf' || found.shape.kind === 'template');
}
