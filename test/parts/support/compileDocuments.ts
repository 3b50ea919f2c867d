// Compiles endpoint documents that are written in a test, over a schema that is written in the test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { type Diagnostic, DocumentError } from '../../../src/gateway/base/errors/Diagnostic.ts';
import type { ApiPlan } from '../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';

/** Marks a place in a document; see `markedPlaces`. */
const MARK = '▶';

/** Texts by their paths; one text alone is `v1/a.graphql`. */
export type Documents = string | Readonly<Record<string, string>>;

/** The plan of documents; throws a DocumentError. Marks are left out. */
export function compileDocuments(schema: GraphQLSchema | string, documents: Documents): ApiPlan {
  const folder = mkdtempSync(path.join(tmpdir(), 'compile-'));
  try {
    for (const [name, text] of Object.entries(byPath(documents))) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text.replaceAll(MARK, ''));
    }
    return compileApi(folder, typeof schema === 'string' ? buildSchema(schema) : schema);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The plan of the first endpoint of the last version. */
export function compileOne(schema: GraphQLSchema | string, documents: Documents): EndpointPlan {
  return compileDocuments(schema, documents).versions.at(-1)!.endpoints[0]!;
}

/** The diagnostics of documents, each as `v1/a.graphql:2:5 message | hint`; empty if they compile. */
export function diagnosticsOf(schema: GraphQLSchema | string, documents: Documents): string[] {
  try {
    compileDocuments(schema, documents);
    return [];
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.diagnostics.map(
      ({ file, line, column, message, hint }: Diagnostic) =>
        `${withoutFolder(file)}:${line}:${column} ${withoutFolder(message)} | ${hint}`,
    );
  }
}

/** The places of the marks in documents, as the diagnostics have them: `v1/a.graphql:2:5`. */
export function markedPlaces(documents: Documents): string[] {
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

function withoutFolder(text: string): string {
  return text.replaceAll(/\S*\/compile-\w+\//g, '');
}
