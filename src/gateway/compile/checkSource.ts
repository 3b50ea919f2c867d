import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { DeclaredParameter } from './DeclaredParameter.ts';

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
