// From the variables of an operation to the parameters of its endpoint: which source each has, and whether it can be
// read from there. Refuses what a client could not send, with a mistake for each.
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  type VariableDefinitionNode,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isScalarType,
  typeFromAST,
} from 'graphql';
import { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import { type EndpointDocument, takesBody } from '../document/EndpointDocument.ts';
import { enumTexts } from '../conventions/enumTexts.ts';
import { nameOnWire } from '../conventions/nameOnWire.ts';
import { readDirective } from '../document/directives.ts';
import type { Segment } from '../plan/PathTemplate.ts';
import { checkFields } from './checkFields.ts';
import { JsonCompiler } from '../request/compileJson.ts';
import { defaultOnWire } from './defaultOnWire.ts';
import { exampleOnWire } from './exampleOnWire.ts';
import { InputPath } from '../request/InputPath.ts';
import type { Parameter } from '../plan/Parameter.ts';

/** The parameters of an endpoint in the order of the variables that clients fill; `@expand` variables are not among them. */
export function declareParameters(
  { operation, endpoint }: EndpointDocument,
  nodes: readonly VariableDefinitionNode[],
  /** Those of them that stand where no null can. */
  neverNull: ReadonlySet<string>,
  schema: GraphQLSchema,
  segments: readonly Segment[],
  conventions: Conventions,
  report: Report,
): Parameter[] {
  const named = segments.flatMap((each) => (each.kind === 'placeholder' ? [each.name] : []));
  const placeholders = new Set(named);
  if (placeholders.size < named.length) {
    report(operation, 'The path names the same placeholder twice.', 'Give each a name of its own.');
  }
  const parameters: Parameter[] = [];

  for (const node of nodes) {
    if (readDirective('expand', node)) continue;
    const declared = typeFromAST(schema, node.type) as GraphQLInputType;
    const { name: wireName, in: place, nullAs, example, ...constraints } = readDirective('param', node) ?? {};
    const variable = node.variable.name.value;
    const type = neverNull.has(variable) ? new GraphQLNonNull(getNullableType(declared)) : declared;
    const name = wireName ?? nameOnWire(variable, conventions);
    const source = sourceOf(endpoint, variable, placeholders.has(name), place);
    parameters.push({
      name,
      variable,
      source,
      type,
      required: isNonNullType(declared) && node.defaultValue === undefined,
      defaultValue: node.defaultValue,
      constraints,
      nullAs,
      example: example === nullAs ? example : exampleOnWire(example, type, conventions),
      description: node.description?.value,
    });
    checkFields(node, type, conventions, report);
    checkSource(node, parameters.at(-1)!, report);
    checkNullAs(node, parameters.at(-1)!, conventions, report);
    checkConstraints(node, parameters.at(-1)!, conventions, report);
  }

  for (const name of placeholders) {
    if (parameters.some((each) => each.name === name && each.source === 'path')) continue;
    const message = `The path names {${name}}, but no variable has that wire name.`;
    report(operation, message, `Declare $${name}, or rename the placeholder.`);
  }
  if (endpoint.body !== undefined && !parameters.some(({ source }) => source === 'whole')) {
    const message = `body: "${endpoint.body}" names no variable of the operation that the path does not take.`;
    report(operation, message, 'Name the variable that is the whole JSON body.');
  } else if (endpoint.body !== undefined && !takesBody(endpoint.method)) {
    report(operation, `${endpoint.method} has no body.`, 'Leave out body: or change the method.');
  }
  checkNames(nodes, parameters, report);
  return parameters;
}

/** The first of these that applies: header, path, whole body, query, property of the body. */
function sourceOf(
  { method, body }: EndpointDocument['endpoint'],
  variable: string,
  inPath: boolean,
  place: 'QUERY' | 'HEADER' | undefined,
): Parameter['source'] {
  if (place === 'HEADER') return 'header';
  if (inPath) return 'path';
  if (body === variable) return 'whole';
  return place === 'QUERY' || !takesBody(method) || body !== undefined ? 'query' : 'body';
}

function checkNullAs(
  node: VariableDefinitionNode,
  { source, type, nullAs }: Parameter,
  conventions: Conventions,
  report: Report,
) {
  if (nullAs === undefined) return;
  const refuse = (message: string, hint: string) => report(node, message, hint);
  if (source === 'body' || source === 'whole') {
    refuse('nullAs: stands for null where JSON cannot say it, and a body can.', 'Leave it out.');
  } else if (isNonNullType(type)) {
    refuse(`nullAs: stands for null, which a ${String(type)} cannot be.`, 'Leave it out, or make the type nullable.');
  }
  const named = getNamedType(type);
  if (isEnumType(named) && [...enumTexts(named, conventions).values()].includes(nullAs)) {
    refuse(`nullAs: "${nullAs}" is a value of ${named.name} already.`, 'Choose another text.');
  }
}

/** Headers that are about the message, the connection or the credentials, and never a parameter. */
const OF_HTTP =
  /^(?:accept|authorization|connection|content-.*|cookie|date|expect|forwarded|host|if-.*|keep-alive|link|location|origin|prefer|proxy-.*|range|referer|te|trailer|transfer-encoding|upgrade|user-agent|vary|via|x-request-id)$/i;

function checkSource(node: VariableDefinitionNode, { name, source, type, required }: Parameter, report: Report) {
  if (source === 'header' && (OF_HTTP.test(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))) {
    const message = `"${name}" cannot be a header parameter: it is HTTP's own, or no header name.`;
    report(node, message, 'Rename it with @param(name: …).');
  }
  if (source === 'body' ? name.split('.').includes('') : name === '') {
    report(node, `"${name}" is no name.`, 'Write one, or leave name: out.');
  }
  if (source === 'body' || source === 'whole') return;
  const inner = getNullableType(type);
  const isList = inner instanceof GraphQLList;
  const leaf = isList ? getNullableType(inner.ofType) : inner;
  if (!isLeafType(leaf)) {
    const message = `${source} parameter "${name}" is a ${String(type)}, which cannot be written as text.`;
    report(node, message, 'Give it a scalar or enum type, or move it to a body.');
  } else if (source === 'path' && (isList || !required)) {
    const message = `Path parameter "${name}" is a ${String(type)}, but a path is never without it.`;
    report(node, message, `Declare it as ${getNamedType(type).name}! without a default.`);
  }
}

/** What bounds a type can have. */
function boundedBy(type: GraphQLNamedType, { scalars }: Conventions): 'number' | 'text' | 'nothing' {
  if (!isScalarType(type)) return 'nothing';
  if (type.name === 'Int' || type.name === 'Float') return 'number';
  if (type.name === 'String' || type.name === 'ID') return 'text';
  if (type.name === 'Boolean') return 'nothing';
  const json = scalars[type.name]?.type ?? 'string';
  if (json === 'string') return 'text';
  return json === 'integer' || json === 'number' ? 'number' : 'nothing';
}

function checkConstraints(
  node: VariableDefinitionNode,
  { name, type, constraints, defaultValue, nullAs, example }: Parameter,
  conventions: Conventions,
  report: Report,
) {
  const before = mistakes.length;
  const refuse = (message: string, hint: string) => report(node, message, hint);
  const { pattern, min, max, minLength, maxLength, minItems, maxItems } = constraints;
  const named = getNamedType(type);
  const kind = boundedBy(named, conventions);
  if ((minItems ?? maxItems) !== undefined && !(getNullableType(type) instanceof GraphQLList)) {
    refuse(`minItems and maxItems bound a list, not a ${String(type)}.`, 'Leave them out.');
  }
  if (kind !== 'text' && (minLength ?? maxLength ?? pattern) !== undefined) {
    const hint = kind === 'number' ? 'Use min and max.' : 'Leave them out.';
    refuse(`minLength, maxLength and pattern bound text, not a ${named.name}.`, hint);
  }
  if (kind !== 'number' && (min ?? max) !== undefined) {
    const hint = kind === 'text' ? 'Use minLength and maxLength.' : 'Leave them out.';
    refuse(`min and max bound a number, not a ${named.name}.`, hint);
  }
  for (const [low, high, what] of [
    [min, max, 'min'],
    [minLength, maxLength, 'minLength'],
    [minItems, maxItems, 'minItems'],
  ] as const) {
    if (low !== undefined && high !== undefined && low > high)
      refuse(`${what} is greater than its maximum.`, 'Swap them.');
  }
  for (const count of [minLength, maxLength, minItems, maxItems]) {
    if (count !== undefined && count < 0) refuse(`${count} is no number of characters or items.`, 'Count from 0.');
  }
  if (pattern !== undefined) {
    try {
      new RegExp(pattern, 'u');
    } catch (error) {
      refuse(`The pattern does not compile: ${(error as Error).message}.`, 'Write an ECMAScript regular expression.');
    }
  }
  if (mistakes.length > before) return;
  const read = new JsonCompiler(conventions).compile(type, constraints);
  for (const [what, value] of [
    ['default', defaultOnWire(defaultValue, type, conventions)],
    ['example', example === nullAs ? undefined : example],
  ] as const) {
    if (value === undefined) continue;
    const found = new ProblemCollector();
    read(value, InputPath.of(name), found);
    for (const { field, message } of found.problems) {
      refuse(
        `The ${what} is one that a client could not send: ${field} ${message}.`,
        `Change the ${what}, or its bounds.`,
      );
    }
  }
}

function checkNames(nodes: readonly VariableDefinitionNode[], parameters: readonly Parameter[], report: Report) {
  const nodeOf = ({ variable }: Parameter) => nodes.find((node) => node.variable.name.value === variable);
  parameters.forEach((one, index) => {
    for (const other of parameters.slice(0, index)) {
      if (one.source !== other.source) continue;
      const isSame =
        one.source === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name;
      if (isSame) {
        const message = `Two variables have the wire name "${one.name}".`;
        report(nodeOf(one), message, 'Rename one with @param(name: …).');
      } else if (one.source === 'body' && (isPrefix(one.name, other.name) || isPrefix(other.name, one.name))) {
        const message = `In the body, "${one.name}" and "${other.name}" cannot both be there.`;
        report(nodeOf(one), message, 'Rename one with @param(name: …).');
      }
    }
  });
}

function isPrefix(one: string, other: string): boolean {
  return other.startsWith(`${one}.`);
}
