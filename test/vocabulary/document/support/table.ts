import { expect, test } from 'vitest';
import { diagnoseDocument } from './diagnose.ts';
import type { Files } from './withFolder.ts';

/** A document of v1, and its diagnostics as `line:column: message | hint`. */
export type Row = readonly [promise: string, document: string, ...diagnostics: string[]];

export function testTable(rows: readonly Row[], more: Files = {}): void {
  test.each(rows)('%s', (_, document, ...diagnostics) => {
    expect(diagnoseDocument(document, more)).toEqual(diagnostics);
  });
}

/** A query with `@endpoint` in its second line and the selection in its third. */
export const query = (selection: string, variables = '', more = '') =>
  `query get${variables}\n@endpoint(method: GET, path: "/b"${more}) {\n${selection}\n}`;
