import path from 'node:path';
import { type ObjectTypeDefinitionNode, Source, parse } from 'graphql';
import { expect, test } from 'vitest';
import {
  DiagnosticCollector,
  DocumentError,
  diagnosticAt,
  fileDiagnostic,
  renderDiagnostic,
  shortPath,
} from '../../../../src/gateway/base/errors/Diagnostic.ts';

const text = '"Description."\n# comment\n  type Query {\n  "Text."  a: Int }';
const [type] = parse(new Source(text, '/x/a.graphql')).definitions as [ObjectTypeDefinitionNode];

test('a diagnostic at a node is behind its description and comments', () => {
  expect(diagnosticAt(type, 'Wrong.', 'Right.')).toEqual({
    file: '/x/a.graphql',
    line: 3,
    column: 3,
    message: 'Wrong.',
    hint: 'Right.',
  });
  expect(diagnosticAt(type.fields![0], 'Wrong.')).toMatchObject({ line: 4, column: 12, hint: '' });
});

test('a diagnostic without a node is at the beginning', () => {
  expect(diagnosticAt(undefined, 'Wrong.')).toEqual({ file: '', line: 1, column: 1, message: 'Wrong.', hint: '' });
  expect(fileDiagnostic('/x/b', 'Wrong.', 'Right.')).toMatchObject({ file: '/x/b', line: 1, column: 1 });
});

test('diagnostics are sorted by file, line and column, and each is kept once', () => {
  const collector = new DiagnosticCollector();
  const places = ['/v10/a:1:1', '/v9/a:2:1', '/v9/a:1:10', '/v9/a:1:9', '/v9/a:1:9'];
  for (const place of places) {
    const [file = '', line, column] = place.split(':');
    collector.add({ file, line: Number(line), column: Number(column), message: 'm', hint: '' });
  }
  const found = collector.diagnostics.map(({ file, line, column }) => `${file}:${line}:${column}`);
  expect(found).toEqual(['/v9/a:1:9', '/v9/a:1:10', '/v9/a:2:1', '/v10/a:1:1']);
});

test('a document error has a line for each diagnostic', () => {
  const diagnostics = [diagnosticAt(type, 'Wrong.', 'Right.'), diagnosticAt(type, 'Bad.')];
  const error = new DocumentError(diagnostics);
  expect(error.message).toBe('/x/a.graphql:3:3: Wrong. Right.\n/x/a.graphql:3:3: Bad.');
  expect(error.diagnostics).toBe(diagnostics);
  expect(renderDiagnostic(diagnostics[0]!)).toBe('/x/a.graphql:3:3: Wrong.');
});

test('a path is relative to the working directory where it is below it', () => {
  expect(shortPath(path.resolve('a/b.graphql'))).toBe(path.join('a', 'b.graphql'));
  expect(shortPath(path.resolve('..', 'b.graphql'))).toBe(path.resolve('..', 'b.graphql'));
  expect(shortPath(path.resolve(''))).toBe(path.resolve(''));
});
