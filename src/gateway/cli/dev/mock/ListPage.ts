import type { GraphQLNamedType } from 'graphql';
import type { MockObject } from './MockObject.ts';
import type { PageSlice } from './selectPage.ts';

/** One page of a list of objects. */
export interface ListPage {
  keys: readonly string[];
  page: PageSlice;
  item: GraphQLNamedType;
  itemOf(key: string): MockObject;
}
