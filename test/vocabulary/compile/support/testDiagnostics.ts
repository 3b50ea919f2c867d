import type { GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';
import { type Documents, diagnosticsOf, markedPlaces } from './compileDocuments.ts';

/** A promise, documents with `▶` at the place of each diagnostic, and each message with its hint, as `message | hint`. */
export type DiagnosticCase = [promise: string, documents: Documents, ...diagnostics: string[]];

/** One test for each case: it has these diagnostics and no other, each at its mark. Without marks the documents compile. */
export function testDiagnostics(schema: GraphQLSchema | string, cases: readonly DiagnosticCase[]): void {
  test.each(cases)('%s', (_, documents, ...diagnostics) => {
    const places = markedPlaces(documents);
    expect(diagnosticsOf(schema, documents)).toEqual(diagnostics.map((each, index) => `${places[index]} ${each}`));
  });
}
