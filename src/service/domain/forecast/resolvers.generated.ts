import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { ForecastRow } from './ForecastStore.ts';
import type { RequestContext } from '../Subgraph.ts';
export type Maybe<T> = T | null;
export type Scalars = {
  String: { input: string; output: string; }
  Int: { input: number; output: number; }
  Date: { input: Date; output: Date; }
};
export type Forecast = {
  city: Scalars['String']['output'];
  days: Array<ForecastDay>;
};
export type ForecastDay = {
  condition: WeatherCondition;
  date: Scalars['Date']['output'];
  highCelsius: Scalars['Int']['output'];
  lowCelsius: Scalars['Int']['output'];
};
export type QueryForecastArgs = {
  city: Scalars['String']['input'];
};
export type WeatherCondition =
  | 'CLOUDY'
  | 'FOG'
  | 'PARTLY_CLOUDY'
  | 'RAIN'
  | 'SNOW'
  | 'SUNNY'
  | 'THUNDERSTORM';
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
  Forecast: Forecast;
};
export type FederationReferenceTypes = {
  Forecast:
    ( { __typename: 'Forecast' }
    & GraphQLRecursivePick<FederationTypes['Forecast'], {"city":true}> );
};
export type ResolversTypes = {
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  Forecast: ResolverTypeWrapper<ForecastRow>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ForecastDay: ResolverTypeWrapper<ForecastDay>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  WeatherCondition: WeatherCondition;
};
export type ResolversParentTypes = {
  Forecast: ForecastRow;
  ForecastDay: ForecastDay;
  Query: Record<PropertyKey, never>;
};
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
