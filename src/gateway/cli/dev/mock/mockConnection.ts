import {
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { edgeNode, mockEdge } from './mockEdge.ts';
import { isErrorField } from './errorTypes.ts';
import type { ListPage } from './ListPage.ts';
import { pageFact } from './pageFact.ts';
import { isEntity } from './keyFields.ts';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { fitValue } from './fitValue.ts';

const isList = (type: GraphQLOutputType) => isListType(getNullableType(type));

/** The connection, and the objects in it, such as `pageInfo`, with what they say of the page. */
export function mockConnection(type: GraphQLObjectType, key: string, list: ListPage, context: MockContext): MockObject {
  return mockObject(type.name, key, pageValues(type, { key, list, context, depth: 0 }));
}

/** What the values of a connection, and of the objects in it, are made from. */
interface PageSource {
  key: string;
  list: ListPage;
  context: MockContext;
  depth: number;
}

function pageValues(type: GraphQLObjectType, source: PageSource): Record<string, unknown> {
  const { list, context, key, depth } = source;
  const { keys, page, item, itemOf } = list;
  const shown = keys.slice(page.from, page.to);
  const values: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const named = getNamedType(field.type);
    if (isList(field.type)) {
      if (named === item && !isErrorField(field)) values[field.name] = () => shown.map((each) => itemOf(each));
      else if (edgeNode(named) === item)
        values[field.name] = () => shown.map((each) => mockEdge(named as GraphQLObjectType, itemOf(each)));
    } else if (isLeafType(named)) {
      const value = pageFact(field.name, list, context.conventions.connection);
      const fitting = value === undefined || value === null ? value : fit(value, named, context);
      if (fitting !== undefined) values[field.name] = fitting;
    } else if (isObjectType(named) && named !== item && !isEntity(named) && depth < 2 && !isErrorField(field)) {
      const inner = pageValues(named, { ...source, key: `${key}.${field.name}`, depth: depth + 1 });
      if (Object.keys(inner).length > 0) values[field.name] = mockObject(named.name, `${key}.${field.name}`, inner);
    }
  }
  return values;
}

function fit(value: unknown, to: GraphQLLeafType, { conventions }: MockContext): unknown {
  const from = { name: '' } as GraphQLLeafType;
  return fitValue(value, { from, to }, conventions) ?? fitValue(String(value), { from, to }, conventions);
}
