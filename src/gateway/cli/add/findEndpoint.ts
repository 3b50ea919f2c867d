import path from 'node:path';
import {
  type FieldNode,
  type GraphQLSchema,
  type SelectionSetNode,
  getNamedType,
  getOperationAST,
  isObjectType,
  parse,
} from 'graphql';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';

/**
 * The endpoint that queries a field by itself, out of those of a version: a root field, or the list in an object that a root field
 * reads by its id. Undefined where none does.
 */
export function findEndpoint(
  endpoints: readonly EndpointPlan[],
  coordinate: string,
  schema: GraphQLSchema,
): EndpointPlan | undefined {
  return endpoints.find((endpoint) => coordinateOf(endpoint, schema) === coordinate);
}

/** The coordinate of the field that an endpoint queries by itself; undefined for other endpoints. */
export function coordinateOf(endpoint: EndpointPlan, schema: GraphQLSchema): string | undefined {
  const [operation] = Object.values(endpoint.operations);
  const type = schema.getRootType(endpoint.operationType as never);
  const root = onlyField(getOperationAST(parse(operation!))!.selectionSet);
  if (!type || !root) return undefined;
  const object = getNamedType(type.getFields()[root.name.value]!.type);
  const inner = root.selectionSet && onlyField(root.selectionSet);
  // A page has no id: what is selected in it are its items.
  const isNested =
    endpoint.operationType === 'query' && isObjectType(object) && 'id' in object.getFields() && inner?.selectionSet;
  return isNested ? `${object.name}.${inner.name.value}` : `${type.name}.${root.name.value}`;
}

function onlyField({ selections }: SelectionSetNode): FieldNode | undefined {
  const [only, second] = selections;
  return only?.kind === 'Field' && !second ? only : undefined;
}

/** Whether a text names an endpoint: by its operation, its file, or its path with or without method and version. */
export function isNamed({ name, method, path: template, source }: EndpointPlan, text: string): boolean {
  if (text === name) return true;
  if (text.endsWith('.graphql')) return path.basename(text) === path.basename(source.file);
  const [, wanted = method, route] = /^(?:([A-Za-z]+)\s+)?(?:\/v\d+)?(\/.*)$/.exec(text) ?? [];
  return wanted.toUpperCase() === method && withoutNames(route) === withoutNames(template);
}

function withoutNames(route?: string): string | undefined {
  return route?.replace(/\{\w+\}|:\w+/g, '{}');
}
