// GRAPHQL_SAFELIST → the operations that /graphql executes. Two formats: the operation manifest of Apollo
// (https://www.apollographql.com/docs/graphos/platform/security/persisted-queries#manifest-format), and one object of hash and
// document, as the Relay compiler and GraphQL Code Generator write it.
import { readFileSync } from 'node:fs';
import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLSchema, GraphQLError, Kind, type DocumentNode, parse, specifiedRules, validate } from 'graphql';
import { SettingsError } from '../../gateway/config/SettingsError.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { DOCUMENT_RULES, NESTED_TOO_DEEPLY, PARSE_OPTIONS } from './documentRules.ts';
import { hashDocument, readPersistedHash } from './persistedQueries.ts';

/** The text of each document that may be executed, by its SHA-256. */
export type Safelist = ReadonlyMap<string, string>;

interface Entry {
  id: string;
  body: string;
  /** Only in a manifest. */
  name?: string;
}

const MANIFEST_FORMAT = 'apollo-persisted-query-manifest';
const MAX_PROBLEMS = 50;

/** Reads the safelist of a file, and validates its documents. Throws a SettingsError that lists every problem. */
export function readSafelist(file: string, schema: GraphQLSchema): Safelist {
  const entries = readEntries(file);
  const problems = entries.flatMap((entry) => findProblems(entry, schema));
  const others = problems.length - MAX_PROBLEMS;
  if (others > 0) problems.splice(MAX_PROBLEMS, others, `${others} more problems.`);
  if (problems.length > 0) throw new SettingsError(problems.map((each) => `GRAPHQL_SAFELIST: ${file}: ${each}`));
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
  const entries = toEntries(readJson(file));
  if (!entries || entries.length === 0) {
    throw new SettingsError([
      `GRAPHQL_SAFELIST: ${file} must contain operations: {"format": "${MANIFEST_FORMAT}", "version": 1, ` +
        '"operations": [{"id", "body"}]}, or {"<SHA-256>": "<document>"}.',
    ]);
  }
  return entries;
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

/** Undefined for a value in neither format. */
function toEntries(value: unknown): Entry[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { format, version, operations } = value as Record<string, unknown>;
  const entries =
    format === undefined ? Object.entries(value).map(([id, body]) => ({ id, body: body as unknown })) : operations;
  const isKnown = format === undefined || (format === MANIFEST_FORMAT && version === 1);
  return isKnown && Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
}

function isEntry(value: unknown): value is Entry {
  const { id, body, name = '' } = Object(value) as Record<string, unknown>;
  return [id, body, name].every((each) => typeof each === 'string');
}

/** The problems of an entry; each names it by its operations, or else by its id. */
function findProblems({ id, body, ...entry }: Entry, schema: GraphQLSchema): string[] {
  const document = parseDocument(body);
  const names = document instanceof GraphQLError ? [entry.name ?? id] : operationNames(document);
  const name = names.join(', ') || id;
  const problems: string[] = [];
  const hash = hashDocument(body);
  if (id !== hash) problems.push(`${name}: the id must be the SHA-256 of the document, ${hash}, not "${id}".`);
  const errors =
    document instanceof GraphQLError
      ? [document]
      : validate(schema, document, [...specifiedRules, ...DOCUMENT_RULES], { maxErrors: 1 });
  if (errors[0]) problems.push(`${name}: ${describeError(errors[0])}`);
  return problems;
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
