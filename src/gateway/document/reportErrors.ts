import { type DocumentNode, type GraphQLError, Kind } from 'graphql';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';

/** Reports the errors of GraphQL's validation, each at its first node, with the hint among its extensions. */
export function reportErrors(errors: readonly GraphQLError[], document: DocumentNode, report: ReportDiagnostic): void {
  for (const { nodes, message, extensions } of errors) {
    const node = nodes?.find(({ kind }) => kind !== Kind.DOCUMENT) ?? document.definitions[0];
    report(node, message, typeof extensions['hint'] === 'string' ? extensions['hint'] : '');
  }
}
