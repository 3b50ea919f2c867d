// Refuses parameters that a client could not send, or could not tell apart, and bounds that do not fit them.
import {
  type ASTNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type VariableDefinitionNode,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import type { Conventions } from '../../plan/conventions/Conventions.ts';
import { hasRequestId } from '../../plan/conventions/headerRules.ts';
import { jsonTypeOf, scalarConvention } from '../../plan/conventions/scalarConversions.ts';
import { placeholdersOf } from '../../plan/conventions/template.ts';
import { directiveNode, readDirective } from '../document/directives.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { prepareTextTemplate } from '../../plan/bounds.ts';
import { inputTypesWithin } from '../../execute/inputTypes.ts';
import { InputPath } from '../../plan/values/coercion.ts';
import { JsonReaders } from '../../plan/values/jsonReaders.ts';
import { type CompileContext, trackErrors } from '../CompileContext.ts';

/** A variable that clients fill, and the parameter that it becomes. */
export interface DeclaredParameter {
  node: VariableDefinitionNode;
  type: GraphQLInputType;
  plan: ParameterPlan;
}

/** Refuses two parameters of one source with the same name, or in a body a name that is a dotted prefix of another. */
export function checkParameterNames(declared: readonly DeclaredParameter[], report: ReportDiagnostic): void {
  declared.forEach(({ node, plan }, index) => {
    for (const { plan: other } of declared.slice(0, index)) {
      if (plan.source !== other.source) continue;
      const at = directiveNode(node, 'param', 'name');
      if (keyOf(plan) === keyOf(other)) {
        const kind = plan.source === 'body' ? 'property' : 'parameter';
        report(at, `Two variables have the ${kind} name "${plan.name}".`, 'Rename one with @param(name: …).');
      } else if (plan.source === 'body' && (isPrefix(plan.name, other.name) || isPrefix(other.name, plan.name))) {
        const [prefix, longer] = [plan.name, other.name].toSorted((one, two) => one.length - two.length);
        const message = `The body properties "${prefix}" and "${longer}" conflict: "${prefix}" cannot be both a value and an object.`;
        report(at, message, 'Rename one with @param(name: …).');
      }
    }
  });
}

/** Names of headers are case-insensitive; see RFC 9110, section 5.1. */
function keyOf({ source, name }: ParameterPlan): string {
  return source === 'header' ? name.toLowerCase() : name;
}

function isPrefix(one: string, other: string): boolean {
  return other.startsWith(`${one}.`);
}

/** Refuses input objects, however deep, of which two fields have the same property name. */
export function checkInputNames(
  node: VariableDefinitionNode,
  type: GraphQLInputType,
  { types: { clashes }, report }: CompileContext,
): void {
  if (clashes.size === 0) return;
  const used = getNamedType(type);
  for (const { name } of inputTypesWithin([used])) {
    for (const { fields, wireName } of clashes.get(name) ?? []) {
      const both = fields.map((field) => `${name}.${field}`).join(' and ');
      const hint = `Replace the variable of type ${used.name} by one variable for each field that clients send.`;
      report(node, `${both} have the same property name "${wireName}".`, hint);
    }
  }
}

/** Headers of the message, the connection and the credentials, which are never parameters; of the conditions only If-Match is. */
const HTTP_HEADERS =
  /^(?:accept|authorization|connection|content-.*|cookie|date|expect|forwarded|host|if-(?!match$).*|keep-alive|link|location|origin|prefer|proxy-.*|range|referer|te|trailer|transfer-encoding|upgrade|user-agent|vary|via|x-request-id)$/i;

/** A `field-name` of RFC 9110, section 5.1. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Refuses a parameter whose name or type its source cannot hold. */
export function checkSource({ node, type, plan }: DeclaredParameter, { conventions, report }: CompileContext): void {
  const { name, source, required } = plan;
  const at = directiveNode(node, 'param', 'name');
  if (source === 'header' && (HTTP_HEADERS.test(name) || hasRequestId(name, conventions))) {
    report(at, `"${name}" is a header of HTTP or of Portico, which cannot be a parameter.`, 'Use @param(name: …).');
  } else if (source === 'header' && !HEADER_NAME.test(name)) {
    report(at, `"${name}" is not a valid header name.`, 'Rename it with @param(name: …).');
  } else if (source === 'body' ? name.split('.').includes('') : name === '') {
    const kind = source === 'body' ? 'property' : 'parameter';
    report(at, `"${name}" is not a valid ${kind} name.`, 'Write a name, or remove name.');
  }
  if (source === 'header' && name.toLowerCase() === 'if-match' && isListType(getNullableType(type))) {
    report(node, `If-Match is one entity tag, but $${plan.variable} is ${String(type)}.`, 'Declare it without a list.');
  }
  const { values } = plan.constraints;
  if (source === 'whole' && values) {
    const message = `values is for parameters and properties, but "${name}" is the whole body.`;
    report(directiveNode(node, 'param', 'values'), message, 'Remove values, or body.');
  }
  if (source === 'body' || source === 'whole') return;
  const inner = getNullableType(type);
  const isList = isListType(inner);
  const leaf = isList ? getNullableType(inner.ofType) : inner;
  if (!values && !isLeafType(leaf)) {
    const message = `The ${source} parameter "${name}" has type ${String(type)}, which cannot be written as text.`;
    report(node, message, 'Use a scalar or an enum, or send it in the body.');
  } else if (source === 'path' && (isList || !required)) {
    const message = `The path parameter "${name}" has type ${String(type)}, but a path parameter is one required value.`;
    report(node, message, `Declare it as ${getNamedType(type).name}! without a default.`);
  }
}

/** Refuses `nullAs` where JSON has null, on a type without null, and where `values` say it: on enums and beside them. */
export function checkNullAs({ node, type, plan }: DeclaredParameter, { report }: CompileContext): void {
  const { source, nullAs } = plan;
  if (nullAs === undefined) return;
  const written = readDirective('param', node)?.nullAs;
  const argument = written === undefined ? 'values' : 'nullAs';
  const refuse = (message: string, hint: string) => report(directiveNode(node, 'param', argument), message, hint);
  if (source === 'body' || source === 'whole') {
    refuse(`The text "${nullAs}" for null is only for paths, queries and headers: a JSON body has null.`, 'Remove it.');
  } else if (isNonNullType(type)) {
    refuse(`nullAs is for nullable types, not for ${String(type)}.`, 'Remove it, or make the type nullable.');
  }
  const { values } = plan.constraints;
  if (written === undefined || (!values && !isEnumType(getNamedType(type)))) return;
  const form = `{text: ${JSON.stringify(written)}, value: null}`;
  if (values) refuse('nullAs is beside values, which say what each text stands for.', `Add ${form} to values.`);
  else refuse(`nullAs is not for enums, and ${getNamedType(type).name} is one.`, `Write values: [${form}].`);
}

/** Refuses a template that is not around a text, `escape` without one, and a default that no client could send. */
export function checkTemplate({ node, type, plan }: DeclaredParameter, { conventions, report }: CompileContext): void {
  const { template = '', escape, values } = plan.constraints;
  const text = prepareTextTemplate(plan.constraints);
  const refuse = (argument: 'template' | 'escape', message: string, hint: string) =>
    report(directiveNode(node, 'param', argument), message, hint);
  if (!text) {
    if (escape !== undefined)
      refuse('escape', 'escape has no effect without a template.', 'Remove it, or add template.');
    return;
  }
  const named = getNamedType(type);
  const isText = boundsKind(named, conventions) === 'text' && !scalarConvention(named.name, conventions)?.upstream;
  const [only, other] = placeholdersOf(template);
  if (values) {
    refuse('template', 'A template is not for values, which say what each text stands for.', 'Remove one of the two.');
  } else if (!isText && named.name !== 'ID') {
    refuse('template', `A template is for text, not for ${named.name}.`, 'Remove it.');
  } else if (other || only?.name !== '' || only.isText || only.isOptional || only.keepsSlashes) {
    const message = `The template "${template}" must have the placeholder {} exactly once, and no other.`;
    refuse('template', message, 'Write it as "%{}%"; {{ and }} are braces.');
  } else if (node.defaultValue && plan.default !== null && plan.wireDefault === undefined) {
    const [sent] = [plan.default].flat(Infinity).filter((each) => text.inputOf(String(each)) === undefined);
    const message = `The default of $${plan.variable} is not of its template, within which a client's text is sent.`;
    report(node.defaultValue, message, `Write what executes: ${JSON.stringify(text.fill(String(sent)))}.`);
  }
}

/** Refuses bounds that do not fit the type or each other, and a default or an example that a client could not send. */
export function checkBounds(parameter: DeclaredParameter, outer: CompileContext): void {
  const context = trackErrors(outer);
  checkKinds(parameter, context);
  checkRanges(parameter, context);
  checkPattern(parameter, context);
  if (!context.hasErrors()) checkValues(parameter, context);
}

/** The bounds that a type can have. */
function boundsKind(type: GraphQLNamedType, conventions: Conventions): 'number' | 'text' | 'none' {
  const json = isScalarType(type) ? jsonTypeOf(type.name, conventions) : undefined;
  if (json === 'string') return 'text';
  return json === 'integer' || json === 'number' ? 'number' : 'none';
}

function checkKinds({ node, type, plan }: DeclaredParameter, { conventions, report }: CompileContext): void {
  const { pattern, min, max, minLength, maxLength, minItems, maxItems } = plan.constraints;
  const named = getNamedType(type);
  const kind = boundsKind(named, conventions);
  const refuse = (message: string, hint: string) => report(directiveNode(node, 'param'), message, hint);
  if ((minItems ?? maxItems) !== undefined && !isListType(getNullableType(type))) {
    refuse(`minItems and maxItems are for lists, not for ${String(type)}.`, 'Remove them.');
  }
  if (plan.constraints.values) {
    if ((pattern ?? min ?? max ?? minLength ?? maxLength) === undefined) return;
    refuse('values lists all texts, so that no other bounds hold for them.', 'Remove the bounds, or values.');
    return;
  }
  if (kind !== 'text' && (minLength ?? maxLength ?? pattern) !== undefined) {
    const hint = kind === 'number' ? 'Use min and max.' : 'Remove them.';
    refuse(`minLength, maxLength and pattern are for text, not for ${named.name}.`, hint);
  }
  if (kind !== 'number' && (min ?? max) !== undefined) {
    const hint = kind === 'text' ? 'Use minLength and maxLength.' : 'Remove them.';
    refuse(`min and max are for numbers, not for ${named.name}.`, hint);
  }
}

function checkRanges({ node, plan: { constraints } }: DeclaredParameter, { report }: CompileContext): void {
  for (const [low, high] of [
    ['min', 'max'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
  ] as const) {
    const { [low]: lowest, [high]: highest } = constraints;
    if (lowest === undefined || highest === undefined || lowest <= highest) continue;
    report(directiveNode(node, 'param', low), `${low} is greater than ${high}.`, 'Swap them.');
  }
  for (const name of ['minLength', 'maxLength', 'minItems', 'maxItems'] as const) {
    const count = constraints[name];
    if (count === undefined || count >= 0) continue;
    report(directiveNode(node, 'param', name), `${name} is negative.`, 'Use 0 or more.');
  }
}

function checkPattern({ node, plan: { constraints } }: DeclaredParameter, { report }: CompileContext): void {
  const { pattern } = constraints;
  if (pattern === undefined) return;
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const message = `pattern is not a regular expression: ${(error as Error).message}.`;
    report(directiveNode(node, 'param', 'pattern'), message, 'Write an ECMAScript regular expression.');
  }
}

function checkValues({ node, plan }: DeclaredParameter, { schema, conventions, types, report }: CompileContext): void {
  const { name, example, nullAs, wireDefault } = plan;
  const values: [kind: string, value: unknown, at: ASTNode][] = [
    ['default', wireDefault, node.defaultValue ?? node],
    ['example', example === nullAs ? undefined : example, directiveNode(node, 'param', 'example')],
  ];
  const scalar = (scalarName: string) => {
    const named = schema.getType(scalarName);
    return isScalarType(named) ? named : undefined;
  };
  const read = new JsonReaders({ conventions, types: types.table, scalar, digits: 'upstream' }).prepare(
    plan.type,
    plan.constraints,
  );
  for (const [kind, value, at] of values) {
    if (value === undefined) continue;
    const collector = new ProblemCollector();
    read(value, InputPath.of(name), collector);
    for (const { field, message } of collector.problems) {
      report(at, `The ${kind} of ${field} is not valid: it ${message}.`, `Change the ${kind}, or the bounds.`);
    }
  }
}
