import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import { type AssembledDocument, assembleDocument } from '../document/assembleDocument.ts';
import { checkIneffectiveLookupDirectives } from '../document/checkIneffectiveDirectives.ts';
import { validateDocument } from '../document/validateDocument.ts';
import type { SharedDefinitions } from '../document/Version.ts';
import { type VersionContext, trackErrors } from './CompileContext.ts';
import { type CollectedExport, collectExports } from './collectExports.ts';

/** A lookup query that is valid, with what it exports. */
export interface CheckedLookup {
  assembled: AssembledDocument;
  exported: readonly CollectedExport[];
}

/** Checks a lookup query, whatever endpoint runs it; undefined if it is not valid GraphQL. */
export function checkLookup(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  version: SharedDefinitions,
  outer: VersionContext,
): CheckedLookup | undefined {
  const context = trackErrors(outer);
  const assembled = assembleDocument({ operation, fragments }, version, context.report, context.schema);
  if (!context.hasErrors()) {
    validateDocument(context.vocabulary, assembled.document, context.conventions, context.report);
  }
  checkIneffectiveLookupDirectives(assembled.document, context.report);
  if (context.hasErrors()) return undefined;
  const exported = collectExports(assembled.operation, { ...context, fragments: assembled.fragments });
  return { assembled, exported };
}
