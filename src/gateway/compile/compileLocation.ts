import { isScalarType } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { isRedirect } from '../plan/EndpointPlan.ts';
import { findProperty } from '../plan/findProperty.ts';
import type { LocationPart } from '../plan/LocationPart.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { Shape } from '../plan/Shape.ts';
import { encodePath } from '../protocol/encodePath.ts';
import type { CompileContext } from './CompileContext.ts';

type Refuse = (message: string, hint: string) => void;

/**
 * Compiles the `location` of a 201, a 202 or a redirect: each `{name}` of a path is a path parameter, or a dotted path into the
 * body; alone, it is a URL of the body. See RFC 9110, section 10.2.2.
 */
export function compileLocation(
  { operation, endpoint }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  body: Shape,
  context: CompileContext,
): LocationPart[] | undefined {
  const { location, status } = endpoint;
  const refuse: Refuse = (message, hint) =>
    context.report(directiveNode(operation, 'endpoint', 'location'), message, hint);
  if (location === undefined) {
    if (!isRedirect(status)) return undefined;
    const at = directiveNode(operation, 'endpoint', 'status');
    context.report(at, `status ${status} needs a location.`, 'Add location: "/…/{id}", or "{url}" of the response.');
    return undefined;
  }
  if (status !== 201 && status !== 202 && !isRedirect(status)) {
    refuse('Only an endpoint of status 201, 202 or 3xx has a location.', 'Remove it, or set status: 201.');
    return undefined;
  }
  const alone = /^\{([^{}]*)\}$/.exec(location)?.[1];
  if (alone !== undefined) return [{ url: compileUrl(alone, parameters, body, { ...context, refuse }) }];
  if (!location.startsWith('/')) refuse(`location "${location}" does not start with a slash.`, 'Add the slash.');
  // RFC 3986, section 4.2: a network-path reference.
  if (location.startsWith('//')) refuse(`location "${location}" names another host.`, 'Remove one of the slashes.');
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

/** The path of a URL. It is never a parameter, which would let anyone redirect to any host (CWE-601). */
function compileUrl(
  name: string,
  parameters: readonly ParameterPlan[],
  body: Shape,
  context: CompileContext & { refuse: Refuse },
): string[] {
  const path = name.split('.');
  if (isTextAt(body, path, context)) return path;
  if (parameters.some((parameter) => parameter.name === name)) {
    const hint = `Write it in a path such as "/…/{${name}}", or select "${name}" in the response.`;
    context.refuse(`{${name}} alone in location is a URL of the response, never a parameter.`, hint);
  } else {
    context.refuse(`{${name}} in location is not a text of the response.`, `Select "${name}" in the response.`);
  }
  return path;
}

/** Whether a path ends at a scalar that every response has. */
function isScalarAt(body: Shape, path: readonly string[]): boolean {
  const found = findProperty(body, path);
  return found !== undefined && found.isAlwaysThere && (found.shape.kind === 'leaf' || found.shape.kind === 'template');
}

/** Whether a path ends at a text, which may be null. */
function isTextAt(body: Shape, path: readonly string[], context: CompileContext): boolean {
  const shape = findProperty(body, path)?.shape;
  return shape?.kind === 'leaf' && isText(shape.type, context);
}

function isText(name: string, { schema, conventions }: CompileContext): boolean {
  if (!isScalarType(schema.getType(name)) || ['Int', 'Float', 'Boolean'].includes(name)) return false;
  return ['string', 'any'].includes(conventions.scalars[name]?.type ?? 'string');
}
