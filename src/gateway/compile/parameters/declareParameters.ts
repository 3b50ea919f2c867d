// From the variables of an operation to the parameters of its endpoint: which source each has, and whether it can be read from
// there.
import {
  type GraphQLInputType,
  GraphQLNonNull,
  Kind,
  type VariableDefinitionNode,
  getNullableType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import { nameOnWire } from '../../plan/conventions/wireNames.ts';
import type { EndpointDocument } from '../document/Version.ts';
import { directiveNode, readDirective } from '../document/directives.ts';
import { takesBody } from '../../plan/EndpointPlan.ts';
import type { Segment } from '../../plan/paths.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { type Constraints, prepareTextTemplate } from '../../plan/bounds.ts';
import type { CompileContext } from '../CompileContext.ts';
import { describeVariables } from '../endpoint/documentVariables.ts';
import {
  type DeclaredParameter,
  checkBounds,
  checkInputNames,
  checkNullAs,
  checkParameterNames,
  checkSource,
  checkTemplate,
} from './checkParameters.ts';
import { compileParamValues, readConstant, wireConstant, wireExample } from './constants.ts';

/** What the parameters of an endpoint are read from. */
interface ParameterSources {
  source: EndpointDocument;
  segments: readonly Segment[];
  /** The variables that clients fill. */
  variables: readonly VariableDefinitionNode[];
  /** The names of those that are used where null is not allowed. */
  nonNull: ReadonlySet<string>;
  /** The names of those that fill input fields which the conventions say are never null. */
  listed: ReadonlySet<string>;
  /** The reasons of those that fill what is deprecated. */
  deprecated: ReadonlyMap<string, string>;
}

/**
 * The segments of a path by the wire names of its parameters. A placeholder is a wire name, of a variable or of one that is ignored, or
 * else the name of a variable.
 */
export function wireSegments(
  { endpoint }: EndpointDocument,
  segments: readonly Segment[],
  variables: readonly VariableDefinitionNode[],
  { conventions }: Pick<CompileContext, 'conventions'>,
): Segment[] {
  const names = new Map(variables.map((node) => [node.variable.name.value, wireName(node, conventions)]));
  const wireNames = new Set([...names.values(), ...(endpoint.ignore ?? []), ...conventions.ignore]);
  const onWire = (name: string) => (wireNames.has(name) ? name : (names.get(name) ?? name));
  return segments.map((segment) => ({ ...segment, names: segment.names.map(onWire) }));
}

/** The path parameter of a wire name, or else of the variable of that name. */
export function findPathParameter(parameters: readonly ParameterPlan[], name: string): ParameterPlan | undefined {
  const inPath = parameters.filter(({ source }) => source === 'path');
  return inPath.find((parameter) => parameter.name === name) ?? inPath.find((parameter) => parameter.variable === name);
}

/** The parameters of an endpoint in the order of their variables; those with `@expand` are not among them. */
export function declareParameters(sources: ParameterSources, context: CompileContext): ParameterPlan[] {
  const descriptions = describeVariables(context.schema, sources.source.operation);
  const declared = sources.variables.flatMap((node) =>
    readDirective('expand', node) ? [] : [declareParameter(node, { ...sources, descriptions }, context)],
  );
  for (const parameter of declared) {
    if (!parameter.plan.constraints.values) checkInputNames(parameter.node, parameter.type, context);
    checkSource(parameter, context);
    checkNullAs(parameter, context);
    checkTemplate(parameter, context);
    checkNonNull(parameter, sources.nonNull, context);
    checkBounds(parameter, context);
  }
  const parameters = declared.map(({ plan }) => plan);
  checkPlaceholders(sources, parameters, context);
  checkBody(sources, parameters, context);
  checkParameterNames(declared, context.report);
  return parameters;
}

function wireName(node: VariableDefinitionNode, conventions: CompileContext['conventions']): string {
  return readDirective('param', node)?.name ?? nameOnWire(node.variable.name.value, conventions);
}

function declareParameter(
  node: VariableDefinitionNode,
  {
    source: { endpoint },
    segments,
    nonNull,
    listed,
    deprecated,
    descriptions,
  }: ParameterSources & { descriptions: ReadonlyMap<string, string> },
  { schema, conventions, types, report }: CompileContext,
): DeclaredParameter {
  const { defaultValue } = node;
  const declared = typeFromAST(schema, node.type) as GraphQLInputType;
  const { name: _, in: place, nullAs: textForNull, example, ...constraints } = readDirective('param', node) ?? {};
  const variable = node.variable.name.value;
  const description = node.description?.value ?? descriptions.get(variable);
  const isListed = listed.has(variable) && defaultValue?.kind !== Kind.NULL;
  const isNonNull = nonNull.has(variable) || isListed || readDirective('nonNull', node) !== undefined;
  const type = isNonNull ? new GraphQLNonNull(getNullableType(declared)) : declared;
  const name = wireName(node, conventions);
  const inPath = segments.some(({ names }) => names.includes(name));
  const mapped = compileParamValues(node, type, { conventions, report });
  const nullAs = mapped?.nullAs ?? textForNull;
  const fallback = mapped ? mapped.default : defaultValue && readConstant(defaultValue);
  const wireDefault = mapped
    ? mapped.wireDefault
    : wireConstant(withoutTemplate(fallback, constraints), type, conventions);
  // A client sees the texts instead of the type.
  if (!mapped) types.add(type, node);
  const isText = mapped !== undefined && !isListType(getNullableType(type));
  const plan: ParameterPlan = {
    name,
    variable,
    source: sourceOf(endpoint, variable, { inPath, place }),
    type: String(type),
    required: isNonNullType(declared) && defaultValue === undefined,
    ...(fallback !== undefined && { default: fallback }),
    ...(wireDefault !== undefined && { wireDefault }),
    constraints: mapped ? { ...constraints, values: mapped.values } : constraints,
    ...(nullAs !== undefined && { nullAs }),
    ...(example !== undefined && {
      example: example === nullAs || isText ? example : wireExample(example, type, conventions),
    }),
    ...(description !== undefined && { description }),
    ...(deprecated.has(variable) && { deprecated: deprecated.get(variable)! }),
  };
  return { node, type, plan };
}

/** A default without the template that inputs are sent within: what a client would send; undefined for what none can. */
function withoutTemplate(value: unknown, constraints: Constraints): unknown {
  const template = prepareTextTemplate(constraints);
  if (!template || value === undefined || value === null) return value;
  if (!Array.isArray(value)) return template.inputOf(String(value));
  const items = value.map((item) => withoutTemplate(item, constraints));
  return items.includes(undefined) ? undefined : items;
}

/** Refuses `@nonNull` where null is refused without it, and beside a default that is null. */
function checkNonNull(
  { node, plan }: DeclaredParameter,
  nonNull: ReadonlySet<string>,
  { report }: CompileContext,
): void {
  if (!readDirective('nonNull', node)) return;
  const refuse = (message: string, hint: string) => report(directiveNode(node, 'nonNull', 'levels'), message, hint);
  if (readDirective('nonNull', node)!.levels.join() !== '0') {
    refuse(`@nonNull has no levels on $${plan.variable}.`, 'Write the type of the variable, such as [String!].');
  } else if (node.type.kind === Kind.NON_NULL_TYPE || nonNull.has(plan.variable)) {
    refuse(`$${plan.variable} is never null: @nonNull has no effect.`, 'Remove @nonNull.');
  } else if (plan.default === null) {
    refuse(`The default of $${plan.variable} is null, which @nonNull refuses.`, 'Remove the default or @nonNull.');
  } else if (plan.source !== 'body' && plan.source !== 'whole' && plan.nullAs === undefined) {
    refuse(`$${plan.variable} is not in the body, so it is never null: @nonNull has no effect.`, 'Remove @nonNull.');
  }
}

/** The first of these that applies: header, path, whole body, query, property of the body. */
function sourceOf(
  { method, body }: EndpointDocument['endpoint'],
  variable: string,
  { inPath, place }: { inPath: boolean; place: 'QUERY' | 'HEADER' | undefined },
): ParameterPlan['source'] {
  if (place === 'HEADER') return 'header';
  if (inPath) return 'path';
  if (body === variable) return 'whole';
  return place === 'QUERY' || !takesBody(method) || body !== undefined ? 'query' : 'body';
}

function checkPlaceholders(
  { source: { operation, endpoint }, segments }: ParameterSources,
  parameters: readonly ParameterPlan[],
  { conventions, report }: CompileContext,
): void {
  const refuse = (message: string, hint: string) => report(directiveNode(operation, 'endpoint', 'path'), message, hint);
  const ignored = [...(endpoint.ignore ?? []), ...conventions.ignore];
  const names = segments.flatMap((segment) => segment.names);
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) {
      refuse(`The path has the placeholder {${name}} more than once.`, 'Rename one.');
    } else if (
      !ignored.includes(name) &&
      !parameters.some((parameter) => parameter.name === name && parameter.source === 'path')
    ) {
      const message = `The path has the placeholder {${name}}, but no variable has that parameter name.`;
      refuse(message, `Declare $${name}, rename the placeholder, or add it to ignore.`);
    }
  });
}

function checkBody(
  { source: { operation, endpoint } }: ParameterSources,
  parameters: readonly ParameterPlan[],
  { report }: CompileContext,
): void {
  const { body, method } = endpoint;
  if (body === undefined) return;
  const at = directiveNode(operation, 'endpoint', 'body');
  if (!parameters.some(({ source }) => source === 'whole')) {
    const message = `body: "${body}" must be a variable that is neither exported nor a path or header parameter.`;
    report(at, message, 'Name the variable that is the whole JSON body.');
  } else if (!takesBody(method)) {
    report(at, `${method} requests have no body.`, 'Remove body, or change the method.');
  }
}
