// GRAPHQL_SAFELIST → the operations that /graphql executes. Two formats: the operation manifest of Apollo
// (https://www.apollographql.com/docs/graphos/platform/security/persisted-queries#manifest-format), and one object of hash and
// document, as the Relay compiler and GraphQL Code Generator write it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, parse, specifiedRules, validate } from 'graphql';
import * as z from 'zod';
import { ServiceError, SettingsError } from '../../gateway/server.ts';
import { DOCUMENT_RULES, NESTED_TOO_DEEPLY, PARSE_OPTIONS } from './documentRules.ts';

/** The text of each document that may be executed, by its SHA-256. */
export type Safelist = ReadonlyMap<string, string>;

/** Only a manifest has names. */
const entriesSchema = z.array(z.object({ id: z.string(), body: z.string(), name: z.string().optional() })).min(1);

type Entry = z.infer<typeof entriesSchema>[number];

const MANIFEST_FORMAT = 'apollo-persisted-query-manifest';
const MAX_PROBLEMS = 50;

/** Reads the safelist of a file, and validates its documents. Throws a SettingsError that lists every problem. */
export function readSafelist(file: string, schema: GraphQLSchema): Safelist {
  const entries = readEntries(file);
  const problems = entries.flatMap((entry) => findProblems(entry, schema));
  const others = problems.length - MAX_PROBLEMS;
  if (others > 0) problems.splice(MAX_PROBLEMS, others, `${others} more problems.`);
  if (problems.length > 0) throw new SettingsError(problems.map((problem) => `GRAPHQL_SAFELIST: ${file}: ${problem}`));
  return new Map(entries.map(({ id, body }) => [id, body]));
}

/** Refuses every operation that is not on the list with 403, before it is parsed; a hash on the list becomes its document. */
export function safelistPlugin(safelist: Safelist): ApolloServerPlugin {
  return {
    requestDidStart: async ({ request }) => {
      const { query, extensions: { persistedQuery: _, ...extensions } = {} } = request;
      // Apollo Server refuses a request without either.
      const hash = readPersistedHash(request) ?? (query ? hashDocument(query) : undefined);
      if (hash === undefined) return;
      const document = safelist.get(hash);
      if (document === undefined) {
        throw ServiceError.of(
          'PERSISTED_QUERY_NOT_IN_LIST',
          403,
          'The operation is not on the safelist of this server, which executes only listed operations.',
        );
      }
      Object.assign(request, { query: document, extensions });
    },
  };
}

function readEntries(file: string): Entry[] {
  const value = readJson(file);
  const { format, version, operations } = Object(value) as Record<string, unknown>;
  const isManifest = format === MANIFEST_FORMAT && version === 1;
  const isObject = typeof value === 'object' && !Array.isArray(value) && format === undefined;
  const documents = isObject ? Object.entries(value ?? {}).map(([id, body]): unknown => ({ id, body })) : [];
  const entries = entriesSchema.safeParse(isManifest ? operations : documents);
  if (entries.success) return entries.data;
  throw new SettingsError([
    `GRAPHQL_SAFELIST: ${file} must contain operations: {"format": "${MANIFEST_FORMAT}", "version": 1, ` +
      '"operations": [{"id", "body"}]}, or {"<SHA-256>": "<document>"}.',
  ]);
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const [reason] = (error as Error).message.split(', ', 1);
    throw new SettingsError([`GRAPHQL_SAFELIST: ${file} cannot be read. ${reason}.`]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsError([`GRAPHQL_SAFELIST: ${file} is not valid JSON: ${(error as Error).message}.`]);
  }
}

/** The problems of an entry; each names it by its operations, or else by its id. */
function findProblems({ id, body, name }: Entry, schema: GraphQLSchema): string[] {
  const document = parseDocument(body);
  const isDocument = !(document instanceof GraphQLError);
  const label = (isDocument ? operationNames(document).join(', ') : name) || id;
  const hash = hashDocument(body);
  const problems = id === hash ? [] : [`${label}: the id must be the SHA-256 of the document, ${hash}, not "${id}".`];
  const [error] = isDocument
    ? validate(schema, document, [...specifiedRules, ...DOCUMENT_RULES], { maxErrors: 1 })
    : [document];
  return error ? [...problems, `${label}: ${describeError(error)}`] : problems;
}

function parseDocument(body: string): DocumentNode | GraphQLError {
  try {
    return parse(body, PARSE_OPTIONS);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    // Deep nesting exhausts the stack of the parser.
    return new GraphQLError(NESTED_TOO_DEEPLY);
  }
}

function operationNames({ definitions }: DocumentNode): string[] {
  return definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION && node.name ? [node.name.value] : []));
}

function describeError({ message, locations }: GraphQLError): string {
  const [at] = locations ?? [];
  return at ? `${message.replace(/\.$/, '')} (line ${at.line}, column ${at.column}).` : message;
}

// Operations that a client sends by the hash of their text, as `extensions.persistedQuery`.
// See https://www.apollographql.com/docs/apollo-server/performance/apq

/** The hash of `extensions.persistedQuery`; undefined without one. Throws BAD_REQUEST if it is malformed, or of another query. */
export function readPersistedHash({ query, extensions }: GraphQLRequest): string | undefined {
  const extension: unknown = extensions?.['persistedQuery'];
  if (extension === undefined || extension === null) return undefined;
  const { version, sha256Hash: hash } = Object(extension) as Record<string, unknown>;
  if (version !== 1 || typeof hash !== 'string' || !/^[\da-f]{64}$/.test(hash)) {
    throw new ServiceError(
      'BAD_REQUEST',
      'extensions.persistedQuery must be {"version": 1, "sha256Hash": "…"} with 64 lowercase hexadecimal digits.',
    );
  }
  if (query !== undefined && hashDocument(query) !== hash) {
    throw new ServiceError('BAD_REQUEST', 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.');
  }
  return hash;
}

/** The SHA-256 of a document's text in lowercase hexadecimal digits, by which persisted operations are known. */
export function hashDocument(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
