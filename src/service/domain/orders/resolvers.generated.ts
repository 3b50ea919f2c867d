import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { OrderRow, OrderItemRow } from './OrderStore.ts';
import type { Connection, Edge } from '../createConnection.ts';
import type { EntityReference } from '../referencedId.ts';
import type { RequestContext } from '../Subgraph.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Scalars = {
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  CurrencyCode: { input: string; output: string; }
  DateTime: { input: Date; output: Date; }
  Quantity: { input: number; output: number; }
  SafeInt: { input: number; output: number; }
};
export type CreateOrderInput = {
  items: Array<OrderItemInput>;
  userId?: InputMaybe<Scalars['SafeInt']['input']>;
};
export type MutationCreateOrderArgs = {
  input: CreateOrderInput;
};
export type Order = {
  createdAt: Scalars['DateTime']['output'];
  currency: Scalars['CurrencyCode']['output'];
  id: Scalars['SafeInt']['output'];
  items: Array<OrderItem>;
  status: OrderStatus;
  total: Scalars['SafeInt']['output'];
  user?: Maybe<User>;
  version: Scalars['SafeInt']['output'];
};
export type OrderConnection = {
  edges: Array<OrderEdge>;
  nodes: Array<Order>;
  pageInfo: PageInfo;
  totalCount: Scalars['SafeInt']['output'];
};
export type OrderEdge = {
  cursor: Scalars['String']['output'];
  node: Order;
};
export type OrderItem = {
  product?: Maybe<Product>;
  quantity: Scalars['Quantity']['output'];
  unitPrice: Scalars['SafeInt']['output'];
};
export type OrderItemInput = {
  productId: Scalars['SafeInt']['input'];
  quantity: Scalars['Quantity']['input'];
};
export type OrderStatus =
  | 'CANCELLED'
  | 'DELIVERED'
  | 'PAID'
  | 'PENDING'
  | 'SHIPPED';
export type OrdersOrderBy =
  | 'CREATED_AT_ASC'
  | 'CREATED_AT_DESC'
  | 'ID_ASC'
  | 'ID_DESC';
export type PageInfo = {
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
};
export type Product = {
  id: Scalars['SafeInt']['output'];
};
export type QueryOrderArgs = {
  id: Scalars['SafeInt']['input'];
};
export type QueryOrdersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['SafeInt']['input']>;
  orderBy?: InputMaybe<OrdersOrderBy>;
  status?: InputMaybe<OrderStatus>;
  userId?: InputMaybe<Scalars['SafeInt']['input']>;
};
export type User = {
  id: Scalars['SafeInt']['output'];
  orders: OrderConnection;
};
export type UserOrdersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['SafeInt']['input']>;
  orderBy?: InputMaybe<OrdersOrderBy>;
  status?: InputMaybe<OrderStatus>;
};
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
export type ResolverTypeWrapper<T> = Promise<T> | T;
export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;
type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;
export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;
export type FederationTypes = {
  Order: Order;
  User: User;
};
export type FederationReferenceTypes = {
  Order:
    ( { __typename: 'Order' }
    & GraphQLRecursivePick<FederationTypes['Order'], {"id":true}> );
  User:
    ( { __typename: 'User' }
    & GraphQLRecursivePick<FederationTypes['User'], {"id":true}> );
};
export type ResolversTypes = {
  CurrencyCode: ResolverTypeWrapper<Scalars['CurrencyCode']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Order: ResolverTypeWrapper<OrderRow>;
  OrderConnection: ResolverTypeWrapper<Connection<OrderRow>>;
  OrderEdge: ResolverTypeWrapper<Edge<OrderRow>>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  OrderItem: ResolverTypeWrapper<OrderItemRow>;
  OrderStatus: OrderStatus;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Product: ResolverTypeWrapper<EntityReference>;
  Quantity: ResolverTypeWrapper<Scalars['Quantity']['output']>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  User: ResolverTypeWrapper<EntityReference>;
};
export type ResolversParentTypes = {
  Mutation: Record<PropertyKey, never>;
  Order: OrderRow;
  OrderConnection: Connection<OrderRow>;
  OrderEdge: Edge<OrderRow>;
  OrderItem: OrderItemRow;
  PageInfo: PageInfo;
  Product: EntityReference;
  Query: Record<PropertyKey, never>;
  User: EntityReference;
};
export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createOrder?: Resolver<ResolversTypes['Order'], ParentType, ContextType, RequireFields<MutationCreateOrderArgs, 'input'>>;
};
export type OrderResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order'], FederationReferenceType extends FederationReferenceTypes['Order'] = FederationReferenceTypes['Order']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Order']> | FederationReferenceType, FederationReferenceType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['CurrencyCode'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  items?: Resolver<Array<ResolversTypes['OrderItem']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['OrderStatus'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};
export type OrderConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderConnection'] = ResolversParentTypes['OrderConnection']> = {
  edges?: Resolver<Array<ResolversTypes['OrderEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Order']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};
export type OrderEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderEdge'] = ResolversParentTypes['OrderEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Order'], ParentType, ContextType>;
};
export type OrderItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderItem'] = ResolversParentTypes['OrderItem']> = {
  product?: Resolver<Maybe<ResolversTypes['Product']>, ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Quantity'], ParentType, ContextType>;
  unitPrice?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};
export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};
export type ProductResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Product'] = ResolversParentTypes['Product']> = {
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};
export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType, RequireFields<QueryOrderArgs, 'id'>>;
  orders?: Resolver<ResolversTypes['OrderConnection'], ParentType, ContextType, RequireFields<QueryOrdersArgs, 'first' | 'orderBy'>>;
};
export type UserResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User'], FederationReferenceType extends FederationReferenceTypes['User'] = FederationReferenceTypes['User']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['User']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  orders?: Resolver<ResolversTypes['OrderConnection'], ParentType, ContextType, RequireFields<UserOrdersArgs, 'first' | 'orderBy'>>;
};
export type Resolvers<ContextType = RequestContext> = {
  CurrencyCode?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
  OrderConnection?: OrderConnectionResolvers<ContextType>;
  OrderEdge?: OrderEdgeResolvers<ContextType>;
  OrderItem?: OrderItemResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Product?: ProductResolvers<ContextType>;
  Quantity?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  User?: UserResolvers<ContextType>;
};
