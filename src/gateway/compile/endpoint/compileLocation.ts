import { isScalarType } from 'graphql';
import { jsonTypeOf } from '../../plan/conventions/scalarConversions.ts';
import type { EndpointDocument } from '../document/Version.ts';
import { directiveNode } from '../document/directives.ts';
import { hasLocation, isRedirect } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { LocationPart } from '../../plan/ResultPlan.ts';
import { type FoundProperty, type Shape, findProperty } from '../../plan/Shape.ts';
import { encodePath, hasDotSegment } from '../../http/urls.ts';
import type { CompileContext } from '../CompileContext.ts';
import { findPathParameter } from '../parameters/declareParameters.ts';

/** A doubled brace, the name of a placeholder, or a literal. */
const PART = /(\{\{|\}\})|\{([^{}]*)\}|[^{}]+/g;

type Refuse = (message: string, hint: string) => void;

/**
 * Compiles the `location` of a 201, a 202 or a redirect: each `{name}` or `{+name}` of a path is a path parameter, or a dotted path of
 * response keys into the body; alone, it is a URL of the body. See RFC 9110, section 10.2.2.
 */
export function compileLocation(
  { operation, endpoint, statuses }: EndpointDocument & { statuses: readonly number[] },
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
  if (!statuses.some(hasLocation)) {
    refuse('Only an endpoint of status 201, 202 or 3xx has a location.', 'Remove it, or set status: 201.');
    return undefined;
  }
  const alone = /^\{([^{}]*)\}$/.exec(location)?.[1];
  if (alone !== undefined) return [{ url: compileUrl(alone, parameters, body, { ...context, refuse }) }];
  if (!location.startsWith('/')) refuse(`location "${location}" does not start with a slash.`, 'Add the slash.');
  // RFC 3986, section 4.2: a network-path reference.
  if (location.startsWith('//')) refuse(`location "${location}" names another host.`, 'Remove one of the slashes.');
  if (hasDotSegment(location)) {
    const message = `location "${location}" has a segment "." or "..", which clients resolve away.`;
    refuse(message, 'Write the path without it.');
  }
  if (location.replaceAll(PART, '') !== '') {
    refuse(`location "${location}" has an unpaired brace.`, 'Write it as "/users/{id}"; {{ and }} are braces.');
  }
  return [...location.matchAll(PART)].map(([whole, brace, placeholder]): LocationPart => {
    if (placeholder === undefined) return encodePath(brace?.[0] ?? whole);
    const text = placeholder.replace(/^\+/, '');
    const slashes = text === placeholder ? {} : ({ keepsSlashes: true } as const);
    const parameter = findPathParameter(parameters, text);
    const found = findProperty(body, text.split('.'));
    const isProperty = found?.isAlwaysThere === true && isScalar(found.shape);
    if (parameter?.name === text && isProperty) {
      refuse(
        `{${text}} in location is ambiguous: it is both a path parameter and a response property.`,
        'Rename the path parameter.',
      );
    } else if (!parameter && !isProperty) {
      refuse(
        `{${text}} in location is neither a path parameter nor a required scalar of the body.`,
        hintFor(text, found),
      );
    }
    const part = parameter && !isProperty ? { parameter: parameter.name } : { property: found?.names ?? [] };
    return { ...part, ...slashes };
  });
}

/** What to do about a property that is not there, or is none that every response has as a scalar. */
function hintFor(name: string, found: FoundProperty | undefined): string {
  if (!found) return `Select "${name}" in the response.`;
  if (isScalar(found.shape)) return `Name a property that every response has; "${name}" can be null or absent.`;
  return `Name a scalar; "${name}" is an object or a list.`;
}

/** The path of a URL. It is never a parameter, which would let anyone redirect to any host (CWE-601). */
function compileUrl(
  name: string,
  parameters: readonly ParameterPlan[],
  body: Shape,
  context: CompileContext & { refuse: Refuse },
): readonly string[] {
  const { shape, names = [] } = findProperty(body, name.split('.')) ?? {};
  if (shape && isUrl(shape, context)) return names;
  const message = `{${name}} in location is not a URL of the response.`;
  if (!shape && parameters.some((parameter) => parameter.name === name)) {
    const hint = `Write it in a path such as "/…/{${name}}", or select "${name}" in the response.`;
    context.refuse(`{${name}} alone in location is a URL of the response, never a parameter.`, hint);
  } else {
    const inBody =
      shape?.kind === 'template'
        ? `Begin its @template with a host, as in "https://example.com/{}", or write a path: "/…/{id}".`
        : `Name a text; "${name}" is none.`;
    context.refuse(message, shape ? inBody : `Select "${name}" in the response.`);
  }
  return names;
}

function isScalar({ kind }: Shape): boolean {
  return kind === 'leaf' || kind === 'template';
}

/** Whether a property is a text, which may be null; that of a `@template` must name the host itself (CWE-601). */
function isUrl(shape: Shape, { schema, conventions }: CompileContext): boolean {
  if (shape.kind === 'template')
    return typeof shape.value === 'string' && /^https?:\/\/[^{}/?#\\]+\//.test(shape.value);
  if (shape.kind !== 'leaf' || !isScalarType(schema.getType(shape.type))) return false;
  return ['string', 'any'].includes(jsonTypeOf(shape.type, conventions));
}
