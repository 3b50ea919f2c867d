import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { UserRow } from './UserStore.ts';
import type { Connection, Edge } from '../createConnection.ts';
import type { RequestContext } from '../Subgraph.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An RFC 3339 date and time in UTC, for example 2026-03-01T09:30:00.000Z. */
  DateTime: { input: Date; output: Date; }
  /** An e-mail address of at most 254 characters. */
  EmailAddress: { input: string; output: string; }
  /** A name of a person, or its first part: not blank, at most 200 characters. */
  PersonName: { input: string; output: string; }
  /** An integer from 0 to 2^53 - 1 (9007199254740991), a JSON number on the wire. */
  SafeInt: { input: number; output: number; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** A new user: either `name`, which is split at its first white space, or `firstName` and `lastName`. */
export type CreateUserInput = {
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** At most 200 characters, including a space and `lastName` if that is not empty. */
  firstName?: InputMaybe<Scalars['PersonName']['input']>;
  /** May be empty. At most 198 characters, and at most 200 including `firstName` and a space. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** The whole name. */
  name?: InputMaybe<Scalars['PersonName']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Creates a user. An e-mail address that another user has is a CONFLICT. */
  createUser: User;
  /**
   * Deletes a user, and returns it as it was; null if no user has that id. A user who has orders is a CONFLICT, and another
   * version than `expectedVersion` PRECONDITION_FAILED.
   */
  deleteUser?: Maybe<User>;
  /**
   * Replaces a user; null if no user has that id. An e-mail address that another user has is a CONFLICT, and another version
   * than `expectedVersion` PRECONDITION_FAILED.
   */
  replaceUser?: Maybe<User>;
  /**
   * Changes what the input has of a user; null if no user has that id. An e-mail address that another user has is a
   * CONFLICT, and another version than `expectedVersion` PRECONDITION_FAILED.
   */
  updateUser?: Maybe<User>;
};


export type MutationCreateUserArgs = {
  input: CreateUserInput;
};


export type MutationDeleteUserArgs = {
  expectedVersion?: InputMaybe<Scalars['SafeInt']['input']>;
  id: Scalars['SafeInt']['input'];
};


export type MutationReplaceUserArgs = {
  expectedVersion?: InputMaybe<Scalars['SafeInt']['input']>;
  id: Scalars['SafeInt']['input'];
  input: ReplaceUserInput;
};


export type MutationUpdateUserArgs = {
  expectedVersion?: InputMaybe<Scalars['SafeInt']['input']>;
  id: Scalars['SafeInt']['input'];
  input: UpdateUserInput;
};

/** Information about a page. See https://relay.dev/graphql/connections.htm#sec-undefined.PageInfo */
export type PageInfo = {
  __typename?: 'PageInfo';
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
};

export type Query = {
  __typename?: 'Query';
  /** One user, or null if no user has that id. */
  user?: Maybe<User>;
  /** All users, or those that match `search`. */
  users: UserConnection;
};


export type QueryUserArgs = {
  id: Scalars['SafeInt']['input'];
};


export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['SafeInt']['input']>;
  orderBy?: InputMaybe<UsersOrderBy>;
  search?: InputMaybe<Scalars['String']['input']>;
};

/** The replacement of a user: either `name`, or `firstName` and `lastName`. A `name` that equals the current one keeps its parts. */
export type ReplaceUserInput = {
  /** Absent keeps the address, null clears it. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** At most 200 characters, including a space and `lastName` if that is not empty. */
  firstName?: InputMaybe<Scalars['PersonName']['input']>;
  /** May be empty. At most 198 characters, and at most 200 including `firstName` and a space. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** The whole name. */
  name?: InputMaybe<Scalars['PersonName']['input']>;
};

/**
 * The changes of a user: either `name`, or `firstName` and `lastName`, each of them optional. What is absent stays. A `name`
 * that equals the current one keeps its parts.
 */
export type UpdateUserInput = {
  /** Null clears the address. */
  email?: InputMaybe<Scalars['EmailAddress']['input']>;
  /** Must not be null. At most 200 characters, including a space and the last name if that is not empty. */
  firstName?: InputMaybe<Scalars['PersonName']['input']>;
  /** Must not be null. May be empty. At most 198 characters, and at most 200 including the first name and a space. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** The whole name. Must not be null. */
  name?: InputMaybe<Scalars['PersonName']['input']>;
};

/** A person who can place orders. */
export type User = {
  __typename?: 'User';
  createdAt: Scalars['DateTime']['output'];
  /** Unique among users without regard to case. */
  email?: Maybe<Scalars['EmailAddress']['output']>;
  firstName: Scalars['String']['output'];
  id: Scalars['SafeInt']['output'];
  /** May be empty. */
  lastName: Scalars['String']['output'];
  /** The parts of the name that are not empty, joined by one space. */
  name: Scalars['String']['output'];
  /** 1 at first; every write of the user advances it. */
  version: Scalars['SafeInt']['output'];
};

/** One page of users. */
export type UserConnection = {
  __typename?: 'UserConnection';
  edges: Array<UserEdge>;
  nodes: Array<User>;
  pageInfo: PageInfo;
  /** The total number of users in the list. */
  totalCount: Scalars['SafeInt']['output'];
};

/** A user and its cursor. */
export type UserEdge = {
  __typename?: 'UserEdge';
  cursor: Scalars['String']['output'];
  node: User;
};

/** The order of a list of users. */
export type UsersOrderBy =
  /** Those that were created at the same time are in the order of their ids. */
  | 'CREATED_AT_ASC'
  /** The reverse of CREATED_AT_ASC. */
  | 'CREATED_AT_DESC'
  | 'ID_ASC'
  | 'ID_DESC';



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

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  User: User;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  User:
    ( { __typename: 'User' }
    & GraphQLRecursivePick<FederationTypes['User'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  CreateUserInput: CreateUserInput;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  EmailAddress: ResolverTypeWrapper<Scalars['EmailAddress']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  PersonName: ResolverTypeWrapper<Scalars['PersonName']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  ReplaceUserInput: ReplaceUserInput;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  UpdateUserInput: UpdateUserInput;
  User: ResolverTypeWrapper<UserRow>;
  UserConnection: ResolverTypeWrapper<Connection<UserRow>>;
  UserEdge: ResolverTypeWrapper<Edge<UserRow>>;
  UsersOrderBy: UsersOrderBy;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  CreateUserInput: CreateUserInput;
  String: Scalars['String']['output'];
  DateTime: Scalars['DateTime']['output'];
  EmailAddress: Scalars['EmailAddress']['output'];
  Mutation: Record<PropertyKey, never>;
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  PersonName: Scalars['PersonName']['output'];
  Query: Record<PropertyKey, never>;
  Int: Scalars['Int']['output'];
  ReplaceUserInput: ReplaceUserInput;
  SafeInt: Scalars['SafeInt']['output'];
  UpdateUserInput: UpdateUserInput;
  User: UserRow;
  UserConnection: Connection<UserRow>;
  UserEdge: Edge<UserRow>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface EmailAddressScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EmailAddress'], any> {
  name: 'EmailAddress';
}

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createUser?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<MutationCreateUserArgs, 'input'>>;
  deleteUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<MutationDeleteUserArgs, 'id'>>;
  replaceUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<MutationReplaceUserArgs, 'id' | 'input'>>;
  updateUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<MutationUpdateUserArgs, 'id' | 'input'>>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface PersonNameScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['PersonName'], any> {
  name: 'PersonName';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'id'>>;
  users?: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<QueryUsersArgs, 'first' | 'orderBy'>>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type UserResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User'], FederationReferenceType extends FederationReferenceTypes['User'] = FederationReferenceTypes['User']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['User']> | FederationReferenceType, FederationReferenceType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['EmailAddress']>, ParentType, ContextType>;
  firstName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  lastName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type UserConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UserConnection'] = ResolversParentTypes['UserConnection']> = {
  edges?: Resolver<Array<ResolversTypes['UserEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type UserEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UserEdge'] = ResolversParentTypes['UserEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  DateTime?: GraphQLScalarType;
  EmailAddress?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PersonName?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  User?: UserResolvers<ContextType>;
  UserConnection?: UserConnectionResolvers<ContextType>;
  UserEdge?: UserEdgeResolvers<ContextType>;
};

