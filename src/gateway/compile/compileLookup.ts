// The query before an endpoint that looks up what a client does not know. The values that it exports become variables of the
// endpoint's own operation; nothing of it is sent.
import { type DocumentNode, type OperationDefinitionNode, print } from 'graphql';
import { stripVocabulary } from '../document/assembleDocument.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { SharedDefinitions } from '../document/Version.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import { prunableVariables } from '../execution/prunableVariables.ts';
import type { LookupPlan } from '../plan/LookupPlan.ts';
import type { CompileContext } from './CompileContext.ts';
import { checkExports } from './checkExports.ts';
import { checkLookup } from './checkLookup.ts';

export interface CompiledLookup {
  plan: LookupPlan;
  /** As it is executed. */
  document: DocumentNode;
}

/** Compiles the lookup query of a document; undefined if it is not valid. */
export function compileLookup(
  source: EndpointDocument,
  lookup: OperationDefinitionNode,
  version: SharedDefinitions,
  context: CompileContext,
): CompiledLookup | undefined {
  const { operation, fragments, endpoint } = source;
  // The fragments of a file are not those of a lookup that has a file of its own.
  const checked = checkLookup(lookup, endpoint.lookup === undefined ? fragments : [], version, context);
  if (!checked) return undefined;
  checkExports(checked.exported, operation, reportFor(source, context.report));
  const document = stripVocabulary(checked.assembled.document);
  const variables = variableNames(lookup);
  const shared = new Set(variableNames(operation));
  const prunable = prunableVariables(context.schema, document);
  const plan: LookupPlan = {
    operation: print(document),
    ...(prunable.length > 0 && { prunable }),
    exports: checked.exported.map(({ plan: each }) => each),
    variables,
    ownVariables: variables.filter((name) => !shared.has(name)),
  };
  return { plan, document };
}

/** What an endpoint lacks for a lookup of the version is reported where it names the lookup. */
function reportFor({ operation, endpoint }: EndpointDocument, report: ReportDiagnostic): ReportDiagnostic {
  if (endpoint.lookup === undefined) return report;
  const at = directiveNode(operation, 'endpoint', 'lookup');
  return (_, message, hint) => report(at, `lookup "${endpoint.lookup}": ${message}`, hint);
}

function variableNames({ variableDefinitions = [] }: OperationDefinitionNode): string[] {
  return variableDefinitions.map(({ variable }) => variable.name.value);
}
