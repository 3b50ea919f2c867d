// The media types of an endpoint: which its body and its response can have.
import { type ASTNode, Kind } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../../plan/conventions/defaultConventions.ts';
import { isSpecifiedScalar } from '../../plan/conventions/scalarConversions.ts';
import type { EndpointDocument } from '../document/Version.ts';
import { directiveNode } from '../document/directives.ts';
import { type EndpointPlan, sendsBody, takesBody } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { type ResultPlan, endOf } from '../../plan/ResultPlan.ts';
import { type Shape, wireProperties } from '../../plan/Shape.ts';
import { isUpload } from '../../plan/bounds.ts';
import { isBytes } from '../../plan/Shape.ts';
import { nullableNode, typeNode } from '../../plan/TypeTable.ts';
import { ANY_TYPE, FORM_TYPE, MULTIPART_TYPE, isJsonType, parseMediaType } from '../../http/mediaTypes.ts';
import type { CompileContext } from '../CompileContext.ts';
import { compileUploads, isWholeUpload } from './compileUploads.ts';

/**
 * Compiles the media types of the body and of the response, where they are not just `application/json`. Those of the conventions that an endpoint cannot have are left out.
 */
export function compileMediaTypes(
  source: EndpointDocument & { statuses: readonly number[] },
  parameters: readonly ParameterPlan[],
  result: ResultPlan,
  context: CompileContext,
): Pick<EndpointPlan, 'consumes' | 'produces' | 'uploads'> {
  const { operation, endpoint, statuses } = source;
  const isStream = operation.operation === 'subscription';
  const hasResponse = statuses.some(sendsBody) && !isStream;
  const consumes = select('consumes', source, context, {
    isSent: takesBody(endpoint.method),
    ...(isWholeUpload(parameters, context) && { any: [ANY_TYPE] }),
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
  const uploads = compileUploads(source, parameters, consumes, context);
  // A body may be any type of JSON where nothing is declared.
  const declaresBody = endpoint.consumes !== undefined || !isDefault(consumes);
  return {
    ...(takesBody(endpoint.method) && declaresBody && { consumes }),
    ...(uploads && { uploads }),
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
  { isSent, any, none, faultOf }: { isSent: boolean; any?: string[]; none: string; faultOf: (type: string) => Fault },
): readonly string[] {
  const declared = endpoint[argument];
  const at: ASTNode = directiveNode(operation, 'endpoint', argument);
  if (declared && !isSent) report(at, none, `Remove ${argument}.`);
  if (!isSent) return DEFAULT_CONVENTIONS[argument];
  if (!declared && any) return any;
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
function responseTypeFault(mediaType: string, result: ResultPlan, { types, conventions }: CompileContext): Fault {
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
  }
  const message = `${name} is not supported for this response.`;
  if (/^application\/(?:x-)?(?:ndjson|jsonlines)$/i.test(name)) return [message, 'Use application/jsonl.'];
  if (end.kind === 'leaf' && isDeclarable(end.type, types)) return [message, declareBytes(end.type)];
  return [message, 'Respond with a scalar of the format byte alone (@unwrap), or use application/json.'];
}

/** Whether a leaf type is a scalar that conventions can declare. */
function isDeclarable(name: string, { table }: CompileContext['types']): boolean {
  return !isSpecifiedScalar(name) && !Object.hasOwn(table.inputs, name) && !Object.hasOwn(table.enums, name);
}

function declareBytes(scalar: string): string {
  return `Add "scalars": {"${scalar}": {"type": "string", "format": "byte"}} to conventions.json.`;
}

/**
 * Why a request cannot have a media type. Named values can be a form; a whole body that is an Upload, or a scalar of the format
 * byte, has any type, and another scalar `text/plain`.
 */
function bodyTypeFault(mediaType: string, parameters: readonly ParameterPlan[], context: CompileContext): Fault {
  const { types, conventions } = context;
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
  if (isWholeUpload(parameters, context)) return undefined;
  if (isScalar && conventions.scalars[leaf]?.format === 'byte') return undefined;
  if (isScalar && name === 'text/plain') return undefined;
  return [`${name} is not supported for this request body.`, bodyHint(name, leaf, parameters, context)];
}

/** What a body needs to have a media type; `leaf` is the name of its type, where it is a whole one and no list. */
function bodyHint(
  name: string,
  leaf: string | undefined,
  parameters: readonly ParameterPlan[],
  { types, conventions }: CompileContext,
): string {
  if (name === 'text/csv' || name === 'application/jsonl') {
    return 'Use application/json, a type that ends in "+json", or that of a form.';
  }
  const isWhole = parameters.some(({ source }) => source === 'whole');
  if (name === 'text/plain') {
    return isWhole ? 'Use application/json.' : 'Add body: "NAME", with a variable whose type is a scalar.';
  }
  if (leaf !== undefined && isDeclarable(leaf, types)) return declareBytes(leaf);
  const file = parameters.find(
    ({ source, type }) => source === 'body' && isUpload(type.replace(/!$/, ''), { types: types.table, conventions }),
  );
  if (file) return `Add body: "${file.variable}".`;
  return `${isWhole ? 'Change' : 'Add'} body: "NAME", with a variable whose scalar is Upload or has the format byte.`;
}

const FORMS: ReadonlySet<string> = new Set([FORM_TYPE, MULTIPART_TYPE]);

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
