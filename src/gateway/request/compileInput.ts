// Compiles how a request becomes the variables of an operation. Every problem of path, query and body is collected, so
// that a client learns of all of them at once.
import type { IncomingHttpHeaders } from 'node:http';
import { getNullableType, isLeafType } from 'graphql';
import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import { truncate } from '../errors/truncate.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import { takesBody } from '../document/EndpointDocument.ts';
import type { Segment } from '../plan/PathTemplate.ts';
import type { Coerce } from './Coerce.ts';
import type { Expand } from '../compile/declareExpands.ts';
import { InputPath } from './InputPath.ts';
import type { Parameter } from '../plan/Parameter.ts';
import { JsonCompiler, type Property, isJsonObject, readObject } from './compileJson.ts';
import { compileLeaf } from './compileLeaf.ts';
import { compileHeaderValue, compileQueryValue } from './compileQueryValue.ts';
import { suggest } from '../errors/suggest.ts';
import { type RawQuery, decodeQuery } from '../protocol/parseQuery.ts';

export type Variables = Record<string, unknown>;

/** Reads the inputs of one endpoint. Each function adds to the variables what it read and to the problems what it could not. */
export interface Input {
  /** Whether the endpoint reads a body at all. */
  takesBody: boolean;
  /** Turns on what `expand` asks for; answers the values that are not declared, for `readQuery` to refuse. */
  readExpand(query: RawQuery, variables: Variables): readonly string[];
  /** Values of the placeholders from left to right, already decoded. */
  readPath(values: readonly string[], variables: Variables, problems: ProblemCollector): void;
  /** Names of headers are in lower case. */
  readHeaders(headers: IncomingHttpHeaders, variables: Variables, problems: ProblemCollector): void;
  readQuery(query: RawQuery, strangers: readonly string[], variables: Variables, problems: ProblemCollector): void;
  /** The parsed JSON body; undefined if there was none. */
  readBody(body: unknown, variables: Variables, problems: ProblemCollector): void;
}

export function compileInput(
  segments: readonly Segment[],
  parameters: readonly Parameter[],
  expands: readonly Expand[],
  /** Query parameters that something else reads: those of the page. */
  others: readonly string[],
  method: string,
  conventions: Conventions,
): Input {
  const compileBody = compileBodyOf(parameters, conventions);
  return {
    takesBody: takesBody(method),
    readExpand: compileExpand(expands, conventions),
    readHeaders: compileHeaders(parameters, conventions),
    readPath: compilePath(segments, parameters, conventions),
    readQuery: compileQuery(parameters, expands, others, conventions),
    readBody: compileBody,
  };
}

function compileExpand(expands: readonly Expand[], { expand }: Conventions): Input['readExpand'] {
  const variablesOf = new Map(expands.map(({ name, variables }) => [name, variables]));
  if (variablesOf.size === 0) return () => [];
  return (query, variables) => {
    const values = expandValues(query, expand);
    for (const variable of values.flatMap((value) => variablesOf.get(value) ?? [])) variables[variable] = true;
    return values.filter((value) => !variablesOf.has(value));
  };
}

/** Like any list: repeats are joined, and only a wholly empty value has no items. */
function expandValues(query: RawQuery, name: string): string[] {
  const values = query.get(name)?.flatMap((raw) => (raw === '' ? [] : raw.split(','))) ?? [];
  return values.map((raw) => decodeQuery(raw) ?? raw);
}

function compilePath(
  segments: readonly Segment[],
  parameters: readonly Parameter[],
  conventions: Conventions,
): Input['readPath'] {
  const readers = segments.flatMap((segment) => {
    if (segment.kind === 'literal') return [];
    const parameter = parameters.find(({ source, name }) => source === 'path' && name === segment.name);
    const type = parameter && getNullableType(parameter.type);
    if (!parameter || !isLeafType(type)) return []; // a mistake, told when the parameter was declared
    const { fromText } = compileLeaf(type, parameter.constraints, conventions);
    return [{ path: InputPath.of(parameter.name), variable: parameter.variable, fromText }];
  });
  return (values, variables, problems) => {
    readers.forEach(({ path, variable, fromText }, index) => {
      variables[variable] = fromText(values[index]!, path, problems);
    });
  };
}

function compileHeaders(parameters: readonly Parameter[], conventions: Conventions): Input['readHeaders'] {
  const own = parameters
    .filter(({ source }) => source === 'header')
    .map((parameter) => ({
      ...parameter,
      path: InputPath.of(parameter.name),
      key: parameter.name.toLowerCase(),
      read: compileHeaderValue(parameter, conventions),
    }));
  return (headers, variables, problems) => {
    for (const { path, key, variable, required, read } of own) {
      const value = headers[key];
      if (value !== undefined) variables[variable] = read(String(value), path, problems);
      else if (required) problems.add(path, 'is required');
    }
  };
}

function compileQuery(
  parameters: readonly Parameter[],
  expands: readonly Expand[],
  others: readonly string[],
  conventions: Conventions,
): Input['readQuery'] {
  const own = parameters
    .filter(({ source }) => source === 'query')
    .map((parameter) => ({
      ...parameter,
      path: InputPath.of(parameter.name),
      read: compileQueryValue(parameter, conventions),
    }));
  const expandNames = expands.map(({ name }) => name);
  const names = [...own.map(({ name }) => name), ...others, ...(expands.length > 0 ? [conventions.expand] : [])];
  const known = new Set(names);
  return (query, strangers, variables, problems) => {
    for (const { name, path, variable, required, read } of own) {
      const values = query.get(name);
      if (values) variables[variable] = read(values, path, problems);
      else if (required) problems.add(path, 'is required');
    }
    for (const name of query.keys()) {
      if (problems.isFull) return;
      if (!known.has(name)) problems.add(name, () => `is not a known parameter${suggest(name, names)}`);
    }
    for (const value of strangers) {
      if (problems.isFull) return;
      problems.add(conventions.expand, () => `has no value "${truncate(value, 40)}"${suggest(value, expandNames)}`);
    }
  };
}

/** Bodies by the dots of their properties' names: a leaf is a parameter, anything else an object of its own. */
type BodyTree = Map<string, BodyTree | Parameter>;

function compileBodyOf(parameters: readonly Parameter[], conventions: Conventions): Input['readBody'] {
  const json = new JsonCompiler(conventions);
  const whole = parameters.find(({ source }) => source === 'whole');
  if (whole) {
    const read = json.compile(whole.type, whole.constraints);
    return (body, variables, problems) => {
      if (body !== undefined) variables[whole.variable] = read(body, InputPath.body, problems);
      else if (whole.required) problems.add(InputPath.body, 'is required');
    };
  }

  const own = parameters.flatMap((parameter) =>
    parameter.source === 'body' ? [{ parameter, path: parameter.name.split('.') }] : [],
  );
  const tree: BodyTree = new Map();
  for (const { parameter, path } of own) {
    let branch = tree;
    for (const name of path.slice(0, -1)) {
      const next = branch.get(name);
      if (next instanceof Map) branch = next;
      else branch.set(name, (branch = new Map()));
    }
    branch.set(path.at(-1)!, parameter);
  }
  const read = compileTree(tree, json);
  return (body, variables, problems) => {
    const value = read(body === undefined ? {} : body, InputPath.body, problems);
    if (problems.problems.length > 0) return;
    for (const { parameter, path } of own) {
      const given = path.reduce<unknown>(
        (at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
        value,
      );
      if (given !== undefined) variables[parameter.variable] = given;
    }
  };
}

function compileTree(tree: BodyTree, json: JsonCompiler): Coerce<unknown> {
  return readObject(
    [...tree].map(([name, node]): Property => {
      if (!(node instanceof Map))
        return { name, key: name, required: node.required, read: json.compile(node.type, node.constraints) };
      return { name, key: name, required: isRequired(node), read: compileTree(node, json) };
    }),
  );
}

function isRequired(node: BodyTree | Parameter): boolean {
  return node instanceof Map ? [...node.values()].some(isRequired) : node.required;
}
