// The reading of the parameters of the path, the query and the headers, all of which are text.
import type { IncomingHttpHeaders } from 'node:http';
import { Kind } from 'graphql';
import { ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { suggest, truncate } from '../../base/errors/nearNames.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { pageParameters } from '../../plan/PagePlan.ts';
import { type ParameterPlan, findIfMatch, findLanguages } from '../../plan/ParameterPlan.ts';
import { nullableNode, typeName, typeNode } from '../../plan/TypeTable.ts';
import { NO_MATCH, parseIfMatch, preconditionFailed } from '../../http/entityTags.ts';
import { headerOf, splitUnquoted } from '../../http/fieldSyntax.ts';
import { lookupLanguage } from '../../http/lookupLanguage.ts';
import { type RawQuery, decodeQuery } from '../../http/urls.ts';
import { type Coerce, type CoercionContext, InputPath, type Variables } from '../../plan/values/coercion.ts';
import type { JsonReaders } from '../../plan/values/jsonReaders.ts';
import { coerceItems, prepareLeafReader } from '../../plan/values/prepareLeafReader.ts';
import type { ScopeInputs } from './requestSelection.ts';

/** Adds what some inputs of a request set to the variables, and their problems to the problems. */
type Read<Input, Result = void> = (input: Input, variables: Variables, problems: ProblemCollector) => Result;

/** The parameters of a path by its placeholders, from left to right; undefined for one that is not read. */
export function pathParameters({
  segments,
  parameters,
}: Pick<EndpointPlan, 'segments' | 'parameters'>): (ParameterPlan | undefined)[] {
  const placeholders = segments.flatMap(({ names }) => names);
  return placeholders.map((placeholder) =>
    parameters.find(({ source, name }) => source === 'path' && name === placeholder),
  );
}

/** The values of parameters that are no texts, by their names. */
interface ParameterValues {
  values?: ReadonlyMap<string, unknown> | undefined;
}

/** Prepares the reading of the path, the values of whose placeholders are decoded, from left to right. */
export function preparePathReader(
  endpoint: EndpointPlan,
  context: CoercionContext,
  json: JsonReaders,
): Read<ParameterValues & { pathValues: readonly string[] }> {
  const readers = pathParameters(endpoint).flatMap((parameter, index) => {
    if (!parameter) return [];
    const { name, variable, type, constraints } = parameter;
    const { fromText } = prepareLeafReader(typeName(type), constraints, context);
    return {
      index,
      name,
      path: InputPath.of(name),
      variable,
      read: fromText,
      readValue: json.prepare(type, constraints),
    };
  });
  return ({ pathValues, values }, variables, problems) => {
    for (const { index, name, path, variable, read, readValue } of readers) {
      variables[variable] = values?.has(name)
        ? readValue(values.get(name), path, problems)
        : read(pathValues[index]!, path, problems);
    }
  };
}

/** Prepares the reading of the headers but If-Match; their names are in lower case. */
export function prepareHeaderReader(endpoint: EndpointPlan, context: CoercionContext): Read<IncomingHttpHeaders> {
  const ifMatch = findIfMatch(endpoint.parameters);
  const readers = endpoint.parameters
    .filter((parameter) => parameter.source === 'header' && parameter !== ifMatch)
    .map((parameter) => ({
      key: parameter.name.toLowerCase(),
      path: InputPath.header(parameter.name),
      variable: parameter.variable,
      required: parameter.required,
      languages: findLanguages(parameter, context.types),
      read: prepareHeaderValue(parameter, context),
    }));
  return (headers, variables, problems) => {
    for (const { key, path, variable, required, languages, read } of readers) {
      const header = headerOf(headers, key);
      const value = header === undefined || !languages ? header : lookupLanguage(String(header), languages);
      if (value !== undefined) variables[variable] = read(String(value), path, problems);
      else if (required) problems.add(path, 'is required', 'required');
    }
  };
}

/**
 * Prepares the reading of the query, but for the page. A parameter that is not declared is a problem unless the conventions ignore
 * it, and a value of expand always.
 */
export function prepareQueryReader(
  endpoint: EndpointPlan,
  context: CoercionContext,
  json: JsonReaders,
): Read<Pick<ScopeInputs, 'unknownExpands' | 'unknownFields'> & ParameterValues & { query: RawQuery }> {
  const { expand, unknown } = context.conventions;
  const readers = endpoint.parameters
    .filter(({ source }) => source === 'query')
    .map((parameter) => ({
      name: parameter.name,
      path: InputPath.of(parameter.name),
      variable: parameter.variable,
      required: parameter.required,
      read: prepareQueryValue(parameter, context),
      readValue: json.prepare(parameter.type, parameter.constraints),
    }));
  const expandNames = endpoint.expands.map(({ name }) => name);
  const names = [
    ...readers.map(({ name }) => name),
    ...(endpoint.page ? pageParameters(endpoint.page.limits) : []),
    ...(expandNames.length > 0 ? [expand] : []),
    ...(endpoint.fields ?? []).map(({ name }) => name),
  ];
  const supported = unknown.query === 'ignore' ? undefined : new Set([...names, ...(endpoint.ignored?.query ?? [])]);
  return ({ query, values: given, unknownExpands, unknownFields = [] }, variables, problems) => {
    for (const { name, path, variable, required, read, readValue } of readers) {
      const values = query.get(name);
      if (values && given?.has(name)) variables[variable] = readValue(given.get(name), path, problems);
      else if (values) variables[variable] = read(values, path, problems);
      else if (required) problems.add(path, 'is required', 'required');
    }
    for (const name of supported ? query.keys() : []) {
      if (problems.isFull) return;
      if (!supported || supported.has(name)) continue;
      const message = () => `is not a known parameter${suggest(name, names, 'parameters')}`;
      problems.add(InputPath.of(name), message, 'additionalProperties');
    }
    if (unknownExpands.length + unknownFields.length === 0) return;
    const unknownValues = unknownExpands.map((value) => ({ parameter: expand, value, names: expandNames }));
    for (const { parameter, value, names: values } of [...unknownValues, ...unknownFields]) {
      if (problems.isFull) return;
      const message = () => `does not support "${truncate(value, 40)}"${suggest(value, values)}`;
      problems.add(InputPath.of(parameter), message, 'enum');
    }
  };
}

/**
 * Prepares the reading of If-Match where it is a parameter; undefined where it is none. It is one strong entity tag: `*` says
 * nothing about the state that a client knows, and counts as missing. What is compiled returns why a request without problems is
 * refused: PRECONDITION_REQUIRED, or PRECONDITION_FAILED where no resource can have the tag. See RFC 9110, section 13.1.1, and RFC
 * 6585, section 3.
 */
export function prepareIfMatch(
  { parameters }: EndpointPlan,
  context: CoercionContext,
): Read<IncomingHttpHeaders, ServiceError | undefined> | undefined {
  const parameter = findIfMatch(parameters);
  if (!parameter) return undefined;
  const { name, variable, required } = parameter;
  const read = prepareHeaderValue(parameter, context);
  const path = InputPath.header(name);
  return ({ 'if-match': header }, variables, problems) => {
    const parsed = header === undefined ? undefined : parseIfMatch(header);
    if (parsed === undefined || parsed.kind === 'any') {
      const message = 'If-Match is required: send the entity tag of the resource that is changed.';
      return required ? new ServiceError('PRECONDITION_REQUIRED', message) : undefined;
    }
    if (parsed.kind !== 'tag') {
      const message = parsed.kind === 'several' ? 'must be one entity tag' : 'must be an entity tag such as "5"';
      problems.add(path, message, 'type');
      return undefined;
    }
    if (parsed.isWeak) return preconditionFailed('If-Match must be a strong entity tag');
    // A tag is opaque to clients: one that is no version is that of another state, not malformed.
    const mismatches = new ProblemCollector();
    const value = read(parsed.value, path, mismatches);
    if (mismatches.problems.length > 0) return preconditionFailed(NO_MATCH);
    variables[variable] = value;
    return undefined;
  };
}

/** The place of the key in problems. */
export const IDEMPOTENCY_KEY = InputPath.header('Idempotency-Key');

/** Prepares the reading of Idempotency-Key, which returns the key, undefined for none; undefined where the endpoint ignores it. */
export function prepareKeyReader({
  idempotencyKey,
}: EndpointPlan): ((headers: IncomingHttpHeaders, problems: ProblemCollector) => string | undefined) | undefined {
  if (idempotencyKey === undefined) return undefined;
  return ({ 'idempotency-key': header }, problems) => {
    if (header === undefined) {
      if (idempotencyKey === 'REQUIRED') problems.add(IDEMPOTENCY_KEY, 'is required', 'required');
      return undefined;
    }
    const { key, problem } = parseIdempotencyKey(String(header));
    if (problem !== undefined) problems.add(IDEMPOTENCY_KEY, problem, 'pattern');
    return key;
  };
}

const QUOTED_KEY = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE_KEY = /^[\x21\x23-\x7e][\x21-\x7e]*$/;
const MAX_KEY_LENGTH = 255;

/**
 * Parses the header: a string of RFC 9651, section 4.2.5, as draft-ietf-httpapi-idempotency-key-header-07 requires, or the same
 * key without quotes, as many clients send it. A comma outside of quotes separates values, as repeated lines are joined.
 */
export function parseIdempotencyKey(header: string): { key?: string; problem?: string } {
  const text = header.trim();
  const quoted = QUOTED_KEY.exec(text)?.[1];
  if (quoted === undefined && splitUnquoted(text, ',').length > 1) {
    return { problem: 'must be given only once; a key with a comma must be in double quotes' };
  }
  const key = quoted === undefined ? BARE_KEY.exec(text)?.[0] : quoted.replaceAll(/\\(.)/g, '$1');
  if (key !== undefined && key !== '' && key.length <= MAX_KEY_LENGTH) return { key };
  return { problem: `must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters, in double quotes or without` };
}

/** Prepares the coercion of a query parameter from its values as received. A list is split at literal commas before decoding. */
export function prepareQueryValue(parameter: ParameterPlan, context: CoercionContext): Coerce<readonly string[]> {
  return prepareTexts(parameter, context, decodeQuery);
}

/** Prepares the coercion of a header; Node joins repeated ones by commas. */
export function prepareHeaderValue(parameter: ParameterPlan, context: CoercionContext): Coerce<string> {
  const read = prepareTexts(parameter, context, (raw) => raw.trim());
  return (value, path, problems) => read([value], path, problems);
}

function prepareTexts(
  { type, constraints, nullAs }: ParameterPlan,
  context: CoercionContext,
  toText: (raw: string) => string | undefined,
): Coerce<readonly string[]> {
  const { fromText } = prepareLeafReader(typeName(type), constraints, context);
  const read: Coerce<string> = (raw, path, problems) => {
    const text = toText(raw);
    if (text !== undefined) return fromText(text, path, problems);
    problems.add(path, 'must be valid percent-encoded UTF-8', 'format');
    return undefined;
  };

  const isList = nullableNode(typeNode(type)).kind === Kind.LIST_TYPE;
  const list = { read, constraints };
  return (values, path, problems) => {
    const [only = ''] = values;
    if (nullAs !== undefined && values.length === 1 && toText(only) === nullAs) return null;
    if (isList) {
      const items = values.flatMap((value) => (value === '' ? [] : value.split(',')));
      return coerceItems(items, list, path, problems);
    }
    if (values.length > 1) problems.add(path, 'must be given only once', 'type');
    return read(only, path, problems);
  };
}
