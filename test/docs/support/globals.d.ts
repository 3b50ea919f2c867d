// What the TypeScript of docs/ takes from the program around it.
import type { Express } from 'express';
import type { GraphQLSchema } from 'graphql';
import type * as portico from 'portico';

declare global {
  const schema: GraphQLSchema;
  const app: Express;
  const createPortico: typeof portico.createPortico;
  const authenticate: NonNullable<portico.PorticoOptions['authenticate']>;
  const findCaller: (authorization: string | undefined) => Promise<portico.PorticoCaller | null>;
  const createLoaders: () => object;
  const orders: {
    findOne(filter: object): unknown;
    list(filter: object, page: object): unknown;
    count(filter: object): unknown;
  };
}
