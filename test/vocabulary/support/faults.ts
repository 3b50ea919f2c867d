// The faults of endpoint documents, as the error that refuses them has them.
import { rmSync } from 'node:fs';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { memoryStore } from './memoryStore.ts';
import { plainFolderOf } from './toy.ts';

/** Marks the place of a fault in a document. */
const MARK = '▶';

/** Texts by their paths; one text alone is `v1/a.graphql`. Marks are left out. */
export type MarkedDocuments = string | Readonly<Record<string, string>>;

/** The faults of documents, each as `v1/a.graphql:2:5: message hint`; empty if they compile. */
export function faultsOf(schema: GraphQLSchema | string, documents: MarkedDocuments): string[] {
  return attempt(schema, documents).faults;
}

/** The warnings about documents that compile, each as `v1/a.graphql:2:5: message hint`. */
export function warningsOf(schema: GraphQLSchema | string, documents: MarkedDocuments): readonly string[] {
  const { faults, warnings } = attempt(schema, documents);
  expect(faults).toEqual([]);
  return warnings;
}

function attempt(schema: GraphQLSchema | string, documents: MarkedDocuments) {
  const texts = Object.entries(byPath(documents)).map(([name, text]) => [name, text.replaceAll(MARK, '')] as const);
  const endpoints = plainFolderOf(Object.fromEntries(texts));
  try {
    const { warnings } = createPortico({
      schema: typeof schema === 'string' ? buildSchema(schema) : schema,
      endpoints,
      authenticate: () => null,
      idempotency: memoryStore(),
    });
    return { faults: [], warnings: warnings.map(withoutFolder) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DocumentError') throw error;
    return { faults: error.message.split('\n').map(withoutFolder), warnings: [] };
  } finally {
    rmSync(endpoints, { recursive: true });
  }
}

/** A promise, documents with `▶` at the place of each fault, and each message with its hint, as `message | hint`. */
export type FaultCase = [promise: string, documents: MarkedDocuments, ...faults: string[]];

/** One test for each case: it has these faults and no other, each at its mark. Without marks the documents compile. */
export function testFaults(schema: GraphQLSchema | string, cases: readonly FaultCase[]): void {
  test.each(cases)('%s', (_, documents, ...faults) => {
    const places = markedPlaces(documents);
    const expected = faults.map((fault, index) => `${places[index]}: ${fault.replace(' | ', ' ')}`.trimEnd());
    expect(faultsOf(schema, documents)).toEqual(expected);
  });
}

/** The places of the marks in documents: `v1/a.graphql:2:5`. */
function markedPlaces(documents: MarkedDocuments): string[] {
  return Object.entries(byPath(documents)).flatMap(([name, text]) =>
    text.split('\n').flatMap((line, index) => {
      const parts = line.split(MARK);
      return parts.slice(1).map((_, mark) => `${name}:${index + 1}:${parts.slice(0, mark + 1).join('').length + 1}`);
    }),
  );
}

function byPath(documents: MarkedDocuments): Readonly<Record<string, string>> {
  return typeof documents === 'string' ? { 'v1/a.graphql': documents } : documents;
}

function withoutFolder(text: string): string {
  return text.replaceAll(/\S*\/endpoints-\w+\//g, '');
}
