import { type GraphQLNamedType, type GraphQLObjectType, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { isEntity } from './keyFields.ts';
import { type MockObject, mockObject } from './MockObject.ts';

/** The type of the `node` of an edge; undefined for a type that is no edge. */
export function edgeNode(type: GraphQLNamedType): GraphQLNamedType | undefined {
  const node = isObjectType(type) && !isEntity(type) ? type.getFields()['node'] : undefined;
  return node && isCompositeType(getNamedType(node.type)) ? getNamedType(node.type) : undefined;
}

/** The edge around an object, whose cursor is the key of the object. */
export function mockEdge(type: GraphQLObjectType, node: MockObject): MockObject {
  const { key } = node.$ref;
  return mockObject(type.name, `${key}.edge`, { node, cursor: key });
}
