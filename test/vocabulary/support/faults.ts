// What createPortico says of endpoint documents that are written in a test, over a schema that is written in the test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { type Portico, type PorticoOptions, createPortico } from '../../../src/gateway/index.ts';

/** Marks a place in a document; see `testFaults`. */
const MARK = '▶';

/** Texts by their paths; one text alone is `v1/a.graphql`, and a path that ends with a slash is an empty folder. */
export type Documents = string | Readonly<Record<string, string>>;

/** A promise, documents with `▶` at the place of each fault, and each fault as a user reads it behind its place; ` | ` may separate the hint. */
export type FaultCase = [promise: string, documents: Documents, ...faults: string[]];

/** Portico over a schema with these documents; throws what createPortico throws. Marks are left out. */
export function createFrom(
  schema: GraphQLSchema | string,
  documents: Documents,
  options: Partial<PorticoOptions> = {},
): Portico {
  const folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  try {
    for (const [name, text] of Object.entries(byPath(documents))) {
      const file = path.join(folder, name);
      mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
      if (!name.endsWith('/')) writeFileSync(file, text.replaceAll(MARK, ''));
    }
    return createPortico({
      schema: typeof schema === 'string' ? buildSchema(schema) : schema,
      endpoints: folder,
      authenticate: () => null,
      idempotency: { begin: () => Promise.resolve(null), finish: () => Promise.resolve() },
      ...options,
    });
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replaceAll(`${folder}/`, '').replaceAll(folder, '');
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The faults of documents, each as `v1/a.graphql:2:5: What is wrong. How to correct it.`; none if they compile. */
export function faultsOf(schema: GraphQLSchema | string, documents: Documents): string[] {
  try {
    createFrom(schema, documents);
    return [];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DocumentError') throw error;
    return error.message.split('\n');
  }
}

/** One test for each case: it has these faults and no other, each at its mark. Without marks the documents compile. */
export function testFaults(schema: GraphQLSchema | string, cases: readonly FaultCase[]): void {
  test.each(cases)('%s', (_, documents, ...faults) => {
    const places = markedPlaces(documents);
    const expected = faults.map((fault, index) => `${places[index]}: ${fault.replace(' | ', ' ')}`.trimEnd());
    expect(faultsOf(schema, documents)).toEqual(expected);
  });
}

/** The places of the marks, as faults have them: `v1/a.graphql:2:5`. */
function markedPlaces(documents: Documents): string[] {
  return Object.entries(byPath(documents)).flatMap(([name, text]) =>
    text.split('\n').flatMap((line, index) => {
      const parts = line.split(MARK);
      return parts.slice(1).map((_, mark) => `${name}:${index + 1}:${parts.slice(0, mark + 1).join('').length + 1}`);
    }),
  );
}

function byPath(documents: Documents): Readonly<Record<string, string>> {
  return typeof documents === 'string' ? { 'v1/a.graphql': documents } : documents;
}

/** What is served in spite of a warning, each as a fault is written. */
export function warningsOf(schema: GraphQLSchema | string, documents: Documents): string[] {
  return createFrom(schema, documents).warnings.map((each) => each.replaceAll(/\S*\/documents-\w+\//g, ''));
}
