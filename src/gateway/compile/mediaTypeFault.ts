import { Kind } from 'graphql';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { type ResultPlan, endOf } from '../plan/ResultPlan.ts';
import type { Shape } from '../plan/Shape.ts';
import { nullableNode, typeNode } from '../plan/typeNode.ts';
import { wireProperties } from '../plan/wireProperties.ts';
import { isJsonType } from '../protocol/isJsonType.ts';
import { parseMediaType } from '../protocol/parseMediaType.ts';
import type { CompileContext } from './CompileContext.ts';

/** What is wrong with a media type, and the fix. */
type Fault = readonly [message: string, hint: string] | undefined;

/**
 * Why a response cannot have a media type. Lists have `text/csv` (RFC 4180), with dotted columns, and `application/jsonl`, scalars
 * `text/plain`, and scalars of the format byte any type.
 */
export function responseTypeFault(mediaType: string, result: ResultPlan, { conventions }: CompileContext): Fault {
  if (isJsonType(mediaType)) return undefined;
  const name = essence(mediaType);
  const end = result.wrapper === undefined ? endOf(result) : result.body;
  const items = end.kind === 'list' || end.kind === 'connection' ? end.of : undefined;
  if (end.kind === 'leaf' && conventions.scalars[end.type]?.format === 'byte') return undefined;
  switch (name) {
    case 'text/csv': {
      const list = items && listIn(items);
      if (list !== undefined) return [`text/csv cannot hold the list "${list}".`, 'Leave out the list, or text/csv.'];
      return items && isObject(items)
        ? undefined
        : ['text/csv needs a list of objects.', 'Leave out text/csv, or respond with a list.'];
    }
    case 'application/jsonl':
      return items ? undefined : ['application/jsonl needs a list.', 'Leave it out, or respond with a list.'];
    case 'text/plain':
      return end.kind === 'leaf'
        ? undefined
        : ['text/plain needs a scalar.', 'Leave it out, or respond with a scalar.'];
    default:
      return [`${name} is not supported for this response.`, 'Use application/json, or a type that ends in "+json".'];
  }
}

/**
 * Why a request cannot have a media type. Named values can be a form; a whole body that is an Upload, or a scalar of the format
 * byte, has any type, and another scalar `text/plain`.
 */
export function bodyTypeFault(
  mediaType: string,
  parameters: readonly ParameterPlan[],
  { types, conventions }: CompileContext,
): Fault {
  if (isJsonType(mediaType)) return undefined;
  const name = essence(mediaType);
  const whole = parameters.find(({ source }) => source === 'whole');
  const type = whole && nullableNode(typeNode(whole.type));
  const leaf = type?.kind === Kind.NAMED_TYPE ? type.name.value : undefined;
  const isInput = leaf !== undefined && Object.hasOwn(types.table.inputs, leaf);
  if (FORMS.has(name)) {
    return !whole || isInput ? undefined : [`${name} needs a body of named values.`, 'Leave it out, or remove body.'];
  }
  const isScalar = leaf !== undefined && !isInput;
  if (isScalar && (leaf === 'Upload' || conventions.scalars[leaf]?.format === 'byte')) return undefined;
  if (isScalar && name === 'text/plain') return undefined;
  const hint = 'Use application/json, a type that ends in "+json", or that of a form.';
  return [`${name} is not supported for this request body.`, hint];
}

const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

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
