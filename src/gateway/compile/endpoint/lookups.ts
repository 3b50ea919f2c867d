// The query before an endpoint that looks up what a client does not know. The values that it exports become variables of the
// endpoint's own operation; nothing of it is sent.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  print,
} from 'graphql';
import type { EndpointDocument, SharedDefinitions } from '../document/Version.ts';
import { type AssembledDocument, assembleDocument, stripVocabulary } from '../document/assembleDocument.ts';
import { checkIneffectiveLookupDirectives } from '../document/checkIneffectiveDirectives.ts';
import { directiveNode, readDirective } from '../document/directives.ts';
import { validateDocument } from '../document/validateDefinitions.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { listValues } from '../../base/errors/nearNames.ts';
import { prunableVariables } from '../../execute/pruneOperation.ts';
import type { ExportPlan, LookupPlan } from '../../plan/EndpointPlan.ts';
import { type CompileContext, type VersionContext, trackErrors } from '../CompileContext.ts';
import {
  type ObjectSelection,
  type SelectionContext,
  collectFields,
  describeField,
  objectSelections,
  onlySelection,
} from '../response/collectFields.ts';
import { variablesIn } from './documentVariables.ts';

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
    exports: checked.exported.map((found) => found.plan),
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

/** The document with the lookup that it names. Refuses one that the version lacks, and one beside a lookup in the file. */
export function withLookup(
  source: EndpointDocument,
  { lookups }: Pick<SharedDefinitions, 'lookups'>,
  report: ReportDiagnostic,
): EndpointDocument {
  const { lookup: name, ...endpoint } = source.endpoint;
  if (name === undefined) return source;
  const at = directiveNode(source.operation, 'endpoint', 'lookup');
  if (source.lookup) {
    const message = `lookup "${name}" is beside the lookup query of the file.`;
    report(at, message, 'Remove one of the two.');
    return { ...source, endpoint };
  }
  const lookup = lookups.get(name);
  if (!lookup) {
    const names = [...lookups.keys()].sort();
    const hint =
      names.length > 0
        ? `Known lookups are ${listValues(names)}.`
        : `Add the file lookups/${name}.graphql with "query ${name} { … }".`;
    report(at, `lookup "${name}" is not in lookups/.`, hint);
  }
  return { ...source, lookup };
}

/** Checks a lookup query, whatever endpoint runs it, and collects what it exports; undefined if it is not valid GraphQL. */
export function checkLookup(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  version: SharedDefinitions,
  outer: VersionContext,
): { assembled: AssembledDocument; exported: readonly CollectedExport[] } | undefined {
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

/** Refuses an export that is not to one non-null variable of the endpoint's operation, of the same type. */
function checkExports(
  exports: readonly CollectedExport[],
  { variableDefinitions = [] }: OperationDefinitionNode,
  report: ReportDiagnostic,
): void {
  exports.forEach(({ plan: { variable, path }, type, node }, index) => {
    const at = directiveNode(node, 'export', 'as');
    const definition = variableDefinitions.find(
      (variableDefinition) => variableDefinition.variable.name.value === variable,
    );
    if (definition?.type.kind !== Kind.NON_NULL_TYPE) {
      const message = `@export(as: "${variable}") does not name a non-null variable of the endpoint's operation.`;
      report(at, message, `Declare $${variable} with a type that ends in "!".`);
    } else if (!joinsTypes(type, print(definition.type.type))) {
      const message = `"${path.at(-1)}" has type ${type}, but $${variable} has type ${print(definition.type)}.`;
      report(at, message, 'Give both the same type.');
    }
    if (exports.slice(0, index).some(({ plan }) => plan.variable === variable)) {
      report(at, `$${variable} is exported more than once.`, 'Remove one @export.');
    }
  });
}

interface CollectedExport {
  plan: ExportPlan;
  /** The type in the schema, without "!" at its end. */
  type: string;
  node: FieldNode;
}

/** The values that a lookup query exports. Refuses leaves that it does not export, and any below a list or a condition. */
function collectExports(
  lookup: OperationDefinitionNode,
  context: CompileContext & SelectionContext,
): CollectedExport[] {
  const exportsOf = (
    selections: readonly ObjectSelection[],
    around: Pick<ExportPlan, 'path' | 'types'>,
    lookedUpBy?: readonly string[],
  ): CollectedExport[] =>
    [...collectFields(context, selections)].flatMap(([key, occurrences]) => {
      const { node, condition } = occurrences[0]!;
      const { type } = describeField(occurrences[0]!);
      const isList = isListType(getNullableType(type));
      const path = [...around.path, key];
      if (isList || condition !== '') {
        const message = `@export is not supported below "${key}", which ${isList ? 'is a list' : 'has a condition'}.`;
        context.report(node, message, isList ? 'Look up one object.' : 'Remove the condition.');
        return [];
      }
      const sources = lookedUpBy ?? variablesIn(node.arguments);
      const named = getNamedType(type);
      if (isCompositeType(named)) {
        const below = { path, types: [...around.types, named.name] };
        return exportsOf(objectSelections(occurrences, context), below, sources);
      }
      const variable = readDirective('export', node)?.as;
      if (variable === undefined) {
        context.report(node, `"${key}" of the lookup is not exported.`, 'Add @export(as: "…"), or remove it.');
        return [];
      }
      const plan = { variable, path, types: around.types, lookedUpBy: sources };
      return [{ plan, type: String(getNullableType(type)), node }];
    });
  const root = onlySelection(context.schema, context.schema.getQueryType()!, lookup.selectionSet);
  return exportsOf([root], { path: [], types: [] });
}

/** Whether an exported value of one type fills a variable of the other: an ID is a text in GraphQL. */
export function joinsTypes(one: string, other: string): boolean {
  return one === other || [one, other].every((type) => type === 'ID' || type === 'String');
}
