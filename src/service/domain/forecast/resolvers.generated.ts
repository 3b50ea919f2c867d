import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ForecastRow } from './ForecastStore.ts';
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
  /** A calendar date of RFC 3339, for example 2026-03-01. */
  Date: { input: Date; output: Date; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** The weather forecast of a city. */
export type Forecast = {
  __typename?: 'Forecast';
  /** The name of the city, in its usual spelling. */
  city: Scalars['String']['output'];
  /** Up to seven days, the first of them today in that city. */
  days: Array<ForecastDay>;
};

/** The weather of one day. */
export type ForecastDay = {
  __typename?: 'ForecastDay';
  condition: WeatherCondition;
  /** The day in the city's own time zone. */
  date: Scalars['Date']['output'];
  /** The highest temperature of the day, in whole degrees. */
  highCelsius: Scalars['Int']['output'];
  /** The lowest temperature of the day, in whole degrees. */
  lowCelsius: Scalars['Int']['output'];
};

export type Query = {
  __typename?: 'Query';
  /** The forecast of a city, its name matched without regard to case; null if the city is unknown. A blank name is BAD_USER_INPUT. */
  forecast?: Maybe<Forecast>;
};


export type QueryForecastArgs = {
  city: Scalars['String']['input'];
};

/** The weather condition for most of a day. */
export type WeatherCondition =
  | 'CLOUDY'
  | 'FOG'
  | 'PARTLY_CLOUDY'
  | 'RAIN'
  | 'SNOW'
  | 'SUNNY'
  | 'THUNDERSTORM';



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
  Forecast: Forecast;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Forecast:
    ( { __typename: 'Forecast' }
    & GraphQLRecursivePick<FederationTypes['Forecast'], {"city":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  Forecast: ResolverTypeWrapper<ForecastRow>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ForecastDay: ResolverTypeWrapper<ForecastDay>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  WeatherCondition: WeatherCondition;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Date: Scalars['Date']['output'];
  Forecast: ForecastRow;
  String: Scalars['String']['output'];
  ForecastDay: ForecastDay;
  Int: Scalars['Int']['output'];
  Query: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export type ForecastResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Forecast'] = ResolversParentTypes['Forecast'], FederationReferenceType extends FederationReferenceTypes['Forecast'] = FederationReferenceTypes['Forecast']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Forecast']> | FederationReferenceType, FederationReferenceType, ContextType>;
  city?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  days?: Resolver<Array<ResolversTypes['ForecastDay']>, ParentType, ContextType>;
};

export type ForecastDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ForecastDay'] = ResolversParentTypes['ForecastDay']> = {
  condition?: Resolver<ResolversTypes['WeatherCondition'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  highCelsius?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lowCelsius?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  forecast?: Resolver<Maybe<ResolversTypes['Forecast']>, ParentType, ContextType, RequireFields<QueryForecastArgs, 'city'>>;
};

export type Resolvers<ContextType = RequestContext> = {
  Date?: GraphQLScalarType;
  Forecast?: ForecastResolvers<ContextType>;
  ForecastDay?: ForecastDayResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
};

