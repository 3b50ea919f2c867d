// The coercion of parameters that are text: those of the path, the query and the headers.
import { Kind } from 'graphql';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { nullableNode, typeName, typeNode } from '../plan/typeNode.ts';
import type { Coerce } from './Coerce.ts';
import type { CoercionContext } from './CoercionContext.ts';
import { compileLeaf } from './compileLeaf.ts';
import { checkItems } from './compileTextCheck.ts';
import { decodeQuery } from '../protocol/parseQuery.ts';

/** Compiles the coercion of a path parameter from its segment, decoded. */
export function compilePathValue({ type, constraints }: ParameterPlan, context: CoercionContext): Coerce<string> {
  return compileLeaf(typeName(type), constraints, context).fromText;
}

/** Compiles the coercion of a query parameter from its values as received. A list is split at literal commas before decoding. */
export function compileQueryValue(parameter: ParameterPlan, context: CoercionContext): Coerce<readonly string[]> {
  const read = compileTexts(parameter, context, decodeQuery);
  const { nullAs } = parameter;
  if (nullAs === undefined) return read;
  return (values, path, problems) =>
    values.length === 1 && decodeQuery(values[0]!) === nullAs ? null : read(values, path, problems);
}

/** Compiles the coercion of a header; Node joins repeated ones by commas. */
export function compileHeaderValue(parameter: ParameterPlan, context: CoercionContext): Coerce<string> {
  const read = compileTexts(parameter, context, (raw) => raw.trim());
  const { nullAs } = parameter;
  return (value, path, problems) => (value === nullAs ? null : read([value], path, problems));
}

function compileTexts(
  { type, constraints }: ParameterPlan,
  context: CoercionContext,
  toText: (raw: string) => string | undefined,
): Coerce<readonly string[]> {
  const { fromText } = compileLeaf(typeName(type), constraints, context);
  const read: Coerce<string> = (raw, path, problems) => {
    const text = toText(raw);
    if (text !== undefined) return fromText(text, path, problems);
    problems.add(path, 'must be valid percent-encoded UTF-8', 'format');
    return undefined;
  };

  if (nullableNode(typeNode(type)).kind !== Kind.LIST_TYPE) {
    return (values, path, problems) => {
      if (values.length > 1) problems.add(path, 'must be given only once', 'type');
      return read(values[0]!, path, problems);
    };
  }
  return (values, path, problems) => {
    const items = values.flatMap((value) => (value === '' ? [] : value.split(',')));
    const violation = checkItems(items.length, constraints);
    if (violation) problems.add(path, violation.message, violation.keyword);
    const below = path.below();
    const texts: unknown[] = [];
    for (let index = 0; index < items.length && !problems.isFull; index++) {
      below.key = index;
      texts.push(read(items[index]!, below, problems));
    }
    return texts;
  };
}
