import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import { truncate } from '../errors/truncate.ts';
import { suggest } from '../errors/suggest.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { findIfMatch } from '../plan/findIfMatch.ts';
import { findLanguages } from '../plan/findLanguages.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { lookupLanguage } from '../protocol/lookupLanguage.ts';
import { pageParameters } from '../plan/PagePlan.ts';
import type { CoercionContext } from './CoercionContext.ts';
import { compileHeaderValue, compilePathValue, compileQueryValue } from './compileTextValue.ts';
import { InputPath } from './InputPath.ts';
import type { ScopeInputs } from './compileExpands.ts';
import type { RawQuery } from '../protocol/parseQuery.ts';
import type { Variables } from './Variables.ts';

/** Adds what some inputs of a request set to the variables, and their problems to the problems. */
type Read<Input> = (input: Input, variables: Variables, problems: ProblemCollector) => void;

/** Compiles the reading of the path. Its input are the values of the placeholders from left to right, decoded. */
export function compilePathReader(endpoint: EndpointPlan, context: CoercionContext): Read<readonly string[]> {
  const placeholders = endpoint.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment.name] : []));
  // A placeholder without a parameter is not read.
  const readers = placeholders.flatMap((name, index) => {
    const parameter = endpoint.parameters.find((each) => each.source === 'path' && each.name === name);
    if (!parameter) return [];
    const { variable } = parameter;
    return { index, path: InputPath.of(name), variable, read: compilePathValue(parameter, context) };
  });
  return (values, variables, problems) => {
    for (const { index, path, variable, read } of readers) {
      variables[variable] = read(values[index]!, path, problems);
    }
  };
}

/** Compiles the reading of the headers but If-Match; their names are in lower case. */
export function compileHeaderReader(endpoint: EndpointPlan, context: CoercionContext): Read<IncomingHttpHeaders> {
  const ifMatch = findIfMatch(endpoint.parameters);
  const readers = endpoint.parameters
    .filter((parameter) => parameter.source === 'header' && parameter !== ifMatch)
    .map((parameter) => ({
      key: parameter.name.toLowerCase(),
      path: InputPath.header(parameter.name),
      variable: parameter.variable,
      required: parameter.required,
      select: compileLanguage(parameter, context),
      read: compileHeaderValue(parameter, context),
    }));
  return (headers, variables, problems) => {
    for (const { key, path, variable, required, select, read } of readers) {
      const given = headers[key];
      const value = given === undefined || !select ? given : select(String(given));
      if (value !== undefined) variables[variable] = read(String(value), path, problems);
      else if (required) problems.add(path, 'is required', 'required');
    }
  };
}

/** The selection of one of its texts by Accept-Language, where a parameter is that header; undefined for others. */
function compileLanguage(parameter: ParameterPlan, { types }: CoercionContext) {
  const languages = findLanguages(parameter, types);
  return languages && ((header: string) => lookupLanguage(header, languages));
}

/**
 * Compiles the reading of the query, but for the page. A parameter that is not declared is a problem unless the conventions ignore
 * it, and a value of expand always.
 */
export function compileQueryReader(
  endpoint: EndpointPlan,
  context: CoercionContext,
): Read<Pick<ScopeInputs, 'unknownExpands' | 'unknownFields'> & { query: RawQuery }> {
  const { expand, unknown } = context.conventions;
  const readers = endpoint.parameters
    .filter(({ source }) => source === 'query')
    .map((parameter) => ({
      name: parameter.name,
      path: InputPath.of(parameter.name),
      variable: parameter.variable,
      required: parameter.required,
      read: compileQueryValue(parameter, context),
    }));
  const expandNames = endpoint.expands.map(({ name }) => name);
  const names = [
    ...readers.map(({ name }) => name),
    ...(endpoint.page ? pageParameters(endpoint.page.limits) : []),
    ...(expandNames.length > 0 ? [expand] : []),
    ...(endpoint.fields ?? []).map(({ name }) => name),
  ];
  const known = unknown.query === 'ignore' ? undefined : new Set([...names, ...(endpoint.ignored?.query ?? [])]);
  return ({ query, unknownExpands, unknownFields = [] }, variables, problems) => {
    for (const { name, path, variable, required, read } of readers) {
      const values = query.get(name);
      if (values) variables[variable] = read(values, path, problems);
      else if (required) problems.add(path, 'is required', 'required');
    }
    for (const name of known ? query.keys() : []) {
      if (problems.isFull) return;
      if (!known || known.has(name)) continue;
      const message = () => `is not a known parameter${suggest(name, names, 'parameters')}`;
      problems.add(InputPath.of(name), message, 'additionalProperties');
    }
    if (unknownExpands.length + unknownFields.length === 0) return;
    const unknownValues = unknownExpands.map((value) => ({ parameter: expand, value, names: expandNames }));
    for (const { parameter, value, names: supported } of [...unknownValues, ...unknownFields]) {
      if (problems.isFull) return;
      const message = () => `does not support "${truncate(value, 40)}"${suggest(value, supported)}`;
      problems.add(InputPath.of(parameter), message, 'enum');
    }
  };
}
