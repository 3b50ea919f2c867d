// Refuses parameters that a client could not send, or could not tell apart.
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type VariableDefinitionNode,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { enumTexts, fieldOnWire } from '../../conventions/wireNames.ts';
import { directiveNode } from '../../document/directives.ts';
import type { ReportDiagnostic } from '../../errors/Diagnostic.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { CompileContext } from '../CompileContext.ts';

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
  { conventions, report }: CompileContext,
): void {
  const seen = new Set<GraphQLNamedType>();
  const walk = (inputType: GraphQLInputType) => {
    const named = getNamedType(inputType);
    if (!isInputObjectType(named) || seen.has(named)) return;
    seen.add(named);
    const names = new Map<string, string>();
    for (const field of Object.values(named.getFields())) {
      const wireName = fieldOnWire(named.name, field.name, conventions);
      const other = names.get(wireName);
      names.set(wireName, field.name);
      if (other !== undefined) {
        const message = `${named.name}.${other} and ${named.name}.${field.name} have the same property name "${wireName}".`;
        const hint = `Replace the variable of type ${getNamedType(type).name} by one variable for each field that clients send.`;
        report(node, message, hint);
      }
      walk(field.type);
    }
  };
  walk(type);
}

/** Headers of the message, the connection and the credentials, which are never parameters; of the conditions only If-Match is. */
const HTTP_HEADERS =
  /^(?:accept|authorization|connection|content-.*|cookie|date|expect|forwarded|host|if-(?!match$).*|keep-alive|link|location|origin|prefer|proxy-.*|range|referer|te|trailer|transfer-encoding|upgrade|user-agent|vary|via|x-request-id)$/i;

/** A `field-name` of RFC 9110, section 5.1. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Refuses a parameter whose name or type its source cannot hold. */
export function checkSource({ node, type, plan }: DeclaredParameter, report: ReportDiagnostic): void {
  const { name, source, required } = plan;
  const at = directiveNode(node, 'param', 'name');
  if (source === 'header' && HTTP_HEADERS.test(name)) {
    report(at, `"${name}" is a header of HTTP itself, which cannot be a parameter.`, 'Use @param(name: …).');
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

/** Refuses `nullAs` where JSON has null, on a type without null, and with the text of an enum value. */
export function checkNullAs({ node, type, plan }: DeclaredParameter, { conventions, report }: CompileContext): void {
  const { source, nullAs } = plan;
  if (nullAs === undefined) return;
  const refuse = (message: string, hint: string) => report(directiveNode(node, 'param', 'nullAs'), message, hint);
  if (source === 'body' || source === 'whole') {
    refuse('nullAs is only for paths, queries and headers: a JSON body has null.', 'Remove it.');
  } else if (isNonNullType(type)) {
    refuse(`nullAs is for nullable types, not for ${String(type)}.`, 'Remove it, or make the type nullable.');
  }
  const named = getNamedType(type);
  const { values } = plan.constraints;
  if (values) {
    if (values.some(({ text }) => text === nullAs)) {
      refuse(`nullAs "${nullAs}" is also one of the values.`, 'Choose another text.');
    }
  } else if (isEnumType(named) && [...enumTexts(named, conventions).values()].includes(nullAs)) {
    refuse(`nullAs "${nullAs}" is also a value of ${named.name}.`, 'Choose another text.');
  }
}

/** A variable that clients fill, and the parameter that it becomes. */
export interface DeclaredParameter {
  node: VariableDefinitionNode;
  type: GraphQLInputType;
  plan: ParameterPlan;
}
