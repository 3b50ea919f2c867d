import type { GraphQLSchema } from 'graphql';
import { type Documents, testFaults } from '../../support/faults.ts';

/** As `FaultCase`, with ` | ` before the hint of each diagnostic. */
export type DiagnosticCase = [promise: string, documents: Documents, ...diagnostics: string[]];

export function testDiagnostics(schema: GraphQLSchema | string, cases: readonly DiagnosticCase[]): void {
  testFaults(
    schema,
    cases.map(([promise, documents, ...diagnostics]) => [
      promise,
      documents,
      ...diagnostics.map((each) => each.replace(' | ', ' ')),
    ]),
  );
}
