// The query before an endpoint that looks up what a client does not know. The values that it exports become variables of the
// endpoint's own operation; nothing of it is sent.
import { type DocumentNode, type OperationDefinitionNode, print } from 'graphql';
import { assembleDocument, stripVocabulary } from '../document/assembleDocument.ts';
import { checkIneffectiveLookupDirectives } from '../document/checkIneffectiveDirectives.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { Version } from '../document/readVersions.ts';
import { validateDocument } from '../document/validateDocument.ts';
import { prunableVariables } from '../execution/prunableVariables.ts';
import type { LookupPlan } from '../plan/LookupPlan.ts';
import { type CompileContext, trackErrors } from './CompileContext.ts';
import { checkExports } from './checkExports.ts';
import { collectExports } from './collectExports.ts';

export interface CompiledLookup {
  plan: LookupPlan;
  /** As it is executed. */
  document: DocumentNode;
}

/** Compiles the lookup query of a document; undefined if it is not valid. */
export function compileLookup(
  { operation, fragments }: EndpointDocument,
  lookup: OperationDefinitionNode,
  version: Version,
  outer: CompileContext,
): CompiledLookup | undefined {
  const context = trackErrors(outer);
  const assembled = assembleDocument({ operation: lookup, fragments }, version, context.report);
  if (!context.hasErrors()) {
    validateDocument(context.vocabulary, assembled.document, context.conventions, context.report);
  }
  checkIneffectiveLookupDirectives(assembled.document, context.report);
  if (context.hasErrors()) return undefined;

  const exported = collectExports(assembled.operation, { ...context, fragments: assembled.fragments });
  checkExports(exported, operation, context.report);
  const document = stripVocabulary(assembled.document);
  const variables = variableNames(lookup);
  const shared = new Set(variableNames(operation));
  const prunable = prunableVariables(context.schema, document);
  const plan: LookupPlan = {
    operation: print(document),
    ...(prunable.length > 0 && { prunable }),
    exports: exported.map(({ plan: each }) => each),
    variables,
    ownVariables: variables.filter((name) => !shared.has(name)),
  };
  return { plan, document };
}

function variableNames({ variableDefinitions = [] }: OperationDefinitionNode): string[] {
  return variableDefinitions.map(({ variable }) => variable.name.value);
}
