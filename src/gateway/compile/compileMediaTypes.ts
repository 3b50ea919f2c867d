import type { ASTNode } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { isRedirect, takesBody } from '../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { ResultPlan } from '../plan/ResultPlan.ts';
import { isJsonType } from '../protocol/isJsonType.ts';
import { parseMediaType } from '../protocol/parseMediaType.ts';
import type { CompileContext } from './CompileContext.ts';
import { checkUploads } from './checkUploads.ts';
import { bodyTypeFault, responseTypeFault } from './mediaTypeFault.ts';

/** The media types of an endpoint, where they are not just `application/json`. */
export interface CompiledMediaTypes {
  consumes?: readonly string[];
  produces?: readonly string[];
}

/**
 * Compiles the media types of the body and of the response. Those of the conventions that an endpoint cannot have are left out.
 * Undefined where one is not executed yet, which is reported.
 */
export function compileMediaTypes(
  source: EndpointDocument,
  parameters: readonly ParameterPlan[],
  result: ResultPlan,
  context: CompileContext,
): CompiledMediaTypes | undefined {
  const { operation, endpoint } = source;
  const isStream = operation.operation === 'subscription';
  const hasResponse = endpoint.status !== 204 && !isRedirect(endpoint.status) && !isStream;
  const consumes = select('consumes', source, context, {
    isSent: takesBody(endpoint.method),
    none: `${endpoint.method} requests have no body.`,
    faultOf: (type) => bodyTypeFault(type, parameters, context),
  });
  const produces = select('produces', source, context, {
    isSent: hasResponse,
    none: isStream
      ? 'A subscription is always text/event-stream.'
      : `A response of status ${endpoint.status} has no body.`,
    faultOf: (type) => responseTypeFault(type, result, context),
  });
  const hasUploads = checkUploads(source, parameters, consumes, context);
  if (hasUploads) context.reportUnsupported(operation, 'The scalar Upload is not executed yet.', NOT_EXECUTED);
  let isComplete = !hasUploads;
  for (const [argument, types] of [['consumes', consumes] as const, ['produces', produces] as const]) {
    for (const type of types.filter((each) => !isJsonType(each))) {
      isComplete = false;
      const at = directiveNode(operation, 'endpoint', argument);
      context.reportUnsupported(at, `${type} in ${argument} is not executed yet.`, NOT_EXECUTED);
    }
  }
  if (!isComplete) return undefined;
  // A body may be any type of JSON where nothing is declared.
  const declaresBody = endpoint.consumes !== undefined || !isDefault(consumes);
  return {
    ...(takesBody(endpoint.method) && declaresBody && { consumes }),
    ...(hasResponse && !isDefault(produces) && { produces }),
  };
}

const NOT_EXECUTED = 'Remove it: this version of Portico only checks it.';

function isDefault(types: readonly string[]): boolean {
  return types.join() === DEFAULT_CONVENTIONS.produces.join();
}

interface Part {
  /** Whether the endpoint has such a body at all. */
  isSent: boolean;
  /** What is wrong where it has none. */
  none: string;
  /** What is wrong with a type, and the fix. */
  faultOf: (type: string) => readonly [message: string, hint: string] | undefined;
}

function select(
  argument: 'consumes' | 'produces',
  { operation, endpoint }: EndpointDocument,
  { conventions, report }: CompileContext,
  { isSent, none, faultOf }: Part,
): readonly string[] {
  const own = endpoint[argument];
  const at: ASTNode = directiveNode(operation, 'endpoint', argument);
  if (own && !isSent) report(at, none, `Remove ${argument}.`);
  if (!isSent) return DEFAULT_CONVENTIONS[argument];
  if (!own) {
    const fitting = conventions[argument].filter((type) => faultOf(type) === undefined);
    if (fitting.length > 0) return fitting;
    report(operation, ...faultOf(conventions[argument][0]!)!);
    return DEFAULT_CONVENTIONS[argument];
  }
  const distinct = new Set(own.map((type) => type.toLowerCase()));
  if (own.length === 0 || distinct.size < own.length) {
    report(at, `${argument} must name at least one media type, and each only once.`, 'Remove it for application/json.');
  }
  for (const type of own) {
    const isValid = parseMediaType(type) !== undefined && !type.includes('*');
    const fault = isValid
      ? faultOf(type)
      : ([`"${type}" is not a media type.`, 'Write it as "type/subtype".'] as const);
    if (fault) report(at, ...fault);
  }
  return own;
}
