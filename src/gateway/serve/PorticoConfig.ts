import type { GraphQLSchema } from 'graphql';
import type { PorticoOptions } from './PorticoOptions.ts';

/** The options of `createPortico` that a configuration may have: all but those that say which API it is. */
export type PorticoHostOptions = Partial<Omit<PorticoOptions, 'schema' | 'endpoints' | 'plan' | 'upstream'>>;

/**
 * The content of `portico.config.ts`, `.js` or `.json`: what the commands of `portico` read without options. With a schema that is a
 * module it may have the options of `createPortico`: `portico dev` serves with them, and published documents state them.
 */
export interface PorticoConfig extends PorticoHostOptions {
  /**
   * A file, relative to the configuration: SDL, a supergraph, the JSON of an introspection, or a module that exports an executable
   * schema as `schema` or by default. Or that schema itself. Default: the upstream is introspected.
   */
  schema?: string | GraphQLSchema;
  /** The URL of a GraphQL API. */
  upstream?: string;
  /** Headers of every request to the upstream, introspection included; those without a value are not sent. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** The name that the upstream knows this client by, in headers that Apollo and Hive read. */
  client?: { name: string; version?: string | undefined };
  /**
   * How `portico serve` sends the documents that `portico documents` lists, without text: the id as `documentId`, the hash as
   * `extensions.persistedQuery`, or the id in an app deployment of Hive. Requires `schema`. Default: their text.
   */
  trustedDocuments?: 'id' | 'hash' | 'hive';
  /** The folder of endpoint documents, relative to the configuration, or its URL; it contains v1, v2, …. */
  endpoints: string | URL;
}

/** Types the configuration of `portico.config.ts`; returns it as it is. */
export function defineConfig(config: PorticoConfig): PorticoConfig {
  return config;
}
