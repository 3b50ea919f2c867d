// The media types of an endpoint: which its body and its response can have.
import { type ASTNode, Kind } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../../conventions/defaultConventions.ts';
import type { EndpointDocument } from '../../document/Version.ts';
import { directiveNode } from '../../document/directives.ts';
import { type EndpointPlan, sendsBody, takesBody } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { type ResultPlan, endOf } from '../../plan/ResultPlan.ts';
import { type Shape, wireProperties } from '../../plan/Shape.ts';
import { isBytes } from '../../plan/bounds.ts';
import { nullableNode, typeName, typeNode } from '../../plan/TypeTable.ts';
import { FORM_TYPE, essenceOf, isJsonType, parseMediaType } from '../../protocol/mediaTypes.ts';
import type { CompileContext } from '../CompileContext.ts';
import { NOT_EXECUTED } from './endpointOptions.ts';

/**
 * Compiles the media types of the body and of the response, where they are not just `application/json`. Those of the conventions that an endpoint cannot have are left out.
 * Undefined where one is not executed yet, which is reported.
 */
export function compileMediaTypes(
  source: EndpointDocument & { statuses: readonly number[] },
  parameters: readonly ParameterPlan[],
  result: ResultPlan,
  context: CompileContext,
): Pick<EndpointPlan, 'consumes' | 'produces'> | undefined {
  const { operation, endpoint, statuses } = source;
  const isStream = operation.operation === 'subscription';
  const hasResponse = statuses.some(sendsBody) && !isStream;
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
  for (const type of consumes.filter((mediaType) => essenceOf(mediaType).toLowerCase() === 'multipart/form-data')) {
    isComplete = false;
    const at = directiveNode(operation, 'endpoint', 'consumes');
    context.reportUnsupported(at, `${type} in consumes is not executed yet.`, NOT_EXECUTED);
  }
  if (!isComplete) return undefined;
  // A body may be any type of JSON where nothing is declared.
  const declaresBody = endpoint.consumes !== undefined || !isDefault(consumes);
  return {
    ...(takesBody(endpoint.method) && declaresBody && { consumes }),
    ...(hasResponse && !isDefault(produces) && { produces }),
  };
}

function isDefault(types: readonly string[]): boolean {
  return types.join() === DEFAULT_CONVENTIONS.produces.join();
}

/** The media types of a body; `none` is what is wrong with any where an endpoint has no such body. */
function select(
  argument: 'consumes' | 'produces',
  { operation, endpoint }: EndpointDocument,
  { conventions, report }: CompileContext,
  { isSent, none, faultOf }: { isSent: boolean; none: string; faultOf: (type: string) => Fault },
): readonly string[] {
  const declared = endpoint[argument];
  const at: ASTNode = directiveNode(operation, 'endpoint', argument);
  if (declared && !isSent) report(at, none, `Remove ${argument}.`);
  if (!isSent) return DEFAULT_CONVENTIONS[argument];
  if (!declared) {
    const fitting = conventions[argument].filter((type) => faultOf(type) === undefined);
    if (fitting.length > 0) return fitting;
    report(operation, ...faultOf(conventions[argument][0]!)!);
    return DEFAULT_CONVENTIONS[argument];
  }
  const distinct = new Set(declared.map((type) => type.toLowerCase()));
  if (declared.length === 0 || distinct.size < declared.length) {
    report(at, `${argument} must name at least one media type, and each only once.`, 'Remove it for application/json.');
  }
  for (const type of declared) {
    const isValid = parseMediaType(type) !== undefined && !type.includes('*');
    const fault = isValid
      ? faultOf(type)
      : ([`"${type}" is not a media type.`, 'Write it as "type/subtype".'] as const);
    if (fault) report(at, ...fault);
  }
  return declared;
}

/** What is wrong with a media type, and the fix. */
type Fault = readonly [message: string, hint: string] | undefined;

/**
 * Why a response cannot have a media type. Lists have `text/csv` (RFC 4180), with dotted columns, and `application/jsonl`, scalars
 * `text/plain`, and scalars of the format byte any type.
 */
function responseTypeFault(mediaType: string, result: ResultPlan, { conventions }: CompileContext): Fault {
  if (isJsonType(mediaType)) return undefined;
  const name = essence(mediaType);
  const end = result.wrapper === undefined ? endOf(result) : result.body;
  const items = end.kind === 'list' || end.kind === 'connection' ? end.of : undefined;
  if (isBytes(end, conventions)) return undefined;
  switch (name) {
    case 'text/csv': {
      const list = items && listIn(items);
      if (list !== undefined) return [`text/csv cannot hold the list "${list}".`, 'Leave out the list, or text/csv.'];
      if (items && isObject(items)) return undefined;
      return ['text/csv needs a list of objects.', 'Leave out text/csv, or respond with a list.'];
    }
    case 'application/jsonl':
      return items ? undefined : [`${name} needs a list.`, 'Leave it out, or respond with a list.'];
    case 'text/plain':
      return end.kind === 'leaf' ? undefined : [`${name} needs a scalar.`, 'Leave it out, or respond with a scalar.'];
    default:
      return [`${name} is not supported for this response.`, 'Use application/json, or a type that ends in "+json".'];
  }
}

/**
 * Why a request cannot have a media type. Named values can be a form; a whole body that is an Upload, or a scalar of the format
 * byte, has any type, and another scalar `text/plain`.
 */
function bodyTypeFault(
  mediaType: string,
  parameters: readonly ParameterPlan[],
  { types, conventions }: CompileContext,
): Fault {
  if (isJsonType(mediaType)) return undefined;
  const name = essence(mediaType);
  const whole = parameters.find(({ source }) => source === 'whole');
  const type = whole && nullableNode(typeNode(whole.type));
  const leaf = type?.kind === Kind.NAMED_TYPE ? type.name.value : undefined;
  const isInput = leaf !== undefined && Object.hasOwn(types.table.inputs, leaf);
  if (FORMS.has(name)) {
    if (whole && !isInput) return [`${name} needs a body of named values.`, 'Leave it out, or remove body.'];
    const bracketed = parameters.find((parameter) => parameter.source === 'body' && /[[\]]/.test(parameter.name))?.name;
    if (bracketed === undefined) return undefined;
    return [
      `"${bracketed}" is no name of a form, whose brackets nest.`,
      `Name it "${bracketed.replaceAll(/\[(.*?)\]/g, '.$1')}".`,
    ];
  }
  const isScalar = leaf !== undefined && !isInput;
  if (isScalar && (leaf === 'Upload' || conventions.scalars[leaf]?.format === 'byte')) return undefined;
  if (isScalar && name === 'text/plain') return undefined;
  const hint = 'Use application/json, a type that ends in "+json", or that of a form.';
  return [`${name} is not supported for this request body.`, hint];
}

const FORMS: ReadonlySet<string> = new Set([FORM_TYPE, 'multipart/form-data']);

function essence(mediaType: string): string {
  const { type, subtype } = parseMediaType(mediaType)!;
  return `${type}/${subtype}`;
}

function isObject(shape: Shape): boolean {
  return shape.kind === 'object' || shape.kind === 'wrapped' || (shape.kind === 'unwrapped' && isObject(shape.of));
}

/** The dotted name of the first list in the properties of an object. */
function listIn(shape: Shape, path: readonly string[] = []): string | undefined {
  if (shape.kind === 'list' || shape.kind === 'connection') return path.join('.') || undefined;
  if (shape.kind === 'unwrapped') return listIn(shape.of, path);
  if (shape.kind === 'wrapped') return listIn(shape.of, [...path, shape.as]);
  const object = shape.kind === 'group' ? shape.of : shape;
  if (object.kind !== 'object') return undefined;
  for (const { name, shape: below } of wireProperties(object)) {
    const found = listIn(below, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const UPLOAD = 'Upload';

/**
 * Refuses an Upload that is neither the whole body nor in a form of several parts; returns whether there is any Upload. See the
 * GraphQL multipart request specification. A scalar of this name that the conventions declare is another one.
 */
function checkUploads(
  { operation, lookup }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  consumes: readonly string[],
  { schema, types, conventions, report }: CompileContext,
): boolean {
  if (!schema.getType(UPLOAD) || Object.hasOwn(conventions.scalars, UPLOAD)) return false;
  // Each type is visited once: filters refer to each other.
  const holds = (name: string, visited: Set<string>): boolean => {
    if (name === UPLOAD) return true;
    if (visited.has(name)) return false;
    visited.add(name);
    return (types.table.inputs[name]?.fields ?? []).some(({ type }) => holds(typeName(type), visited));
  };
  const found = parameters.filter(({ type }) => holds(typeName(type), new Set()));
  const isForm = consumes.some((type) => type.toLowerCase().startsWith('multipart/form-data'));
  const nodes = [operation, lookup].flatMap((definition) => definition?.variableDefinitions ?? []);
  for (const { source, type, variable } of found) {
    const isWhole = source === 'whole' && /^Upload!?$/.test(type);
    if (isWhole || (isForm && (source === 'body' || source === 'whole'))) continue;
    const node = nodes.find((candidate) => candidate.variable.name.value === variable);
    const hint = 'Add consumes: ["multipart/form-data"], or make it the whole body.';
    report(node, 'Upload needs multipart/form-data.', hint);
  }
  return found.length > 0;
}
