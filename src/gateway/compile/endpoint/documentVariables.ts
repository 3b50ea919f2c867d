// The variables of the operations of an endpoint: which of them clients fill, and where they are used.
import {
  type ArgumentNode,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableDefinitionNode,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  print,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isNeverNull } from '../../plan/conventions/wireNames.ts';
import type { EndpointDocument } from '../document/Version.ts';
import { memoizeByNode } from '../document/memoizeByNode.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import type { LookupPlan } from '../../plan/EndpointPlan.ts';
import type { VersionContext } from '../CompileContext.ts';

/** The variables that clients fill: those of both operations without the exported ones. One of the same name is one parameter. */
export function clientVariables(
  { operation, lookup: lookupNode, endpoint }: EndpointDocument,
  lookup: LookupPlan | undefined,
  report: ReportDiagnostic,
): VariableDefinitionNode[] {
  const exported = new Set(lookup?.exports.map(({ variable }) => variable));
  const variables = (operation.variableDefinitions ?? []).filter((node) => !exported.has(nameOf(node)));
  for (const node of operation.variableDefinitions ?? []) {
    const [directive] = node.directives ?? [];
    if (!directive || !exported.has(nameOf(node))) continue;
    const message = `$${nameOf(node)} is exported by the lookup, so no client sends it.`;
    report(directive, message, `Remove the directives of $${nameOf(node)}.`);
  }
  const added = (lookupNode?.variableDefinitions ?? []).filter((node) => {
    const same = variables.find((variable) => nameOf(variable) === nameOf(node));
    if (same && print(same.type) !== print(node.type)) {
      const message = `$${nameOf(node)} is ${print(node.type)} in the lookup, but ${print(same.type)} in the endpoint.`;
      // A lookup of the version is right for other endpoints.
      report(endpoint.lookup === undefined ? node : same, message, 'Give both the same type.');
    }
    return !same;
  });
  return [...variables, ...added];
}

function nameOf({ variable }: VariableDefinitionNode): string {
  return variable.name.value;
}

/**
 * The variables that are used where null is not allowed by the schema, and by the conventions. One that has a default, or is used where
 * there is one, may be declared with a nullable type. See the GraphQL specification, section 5.8.5, All Variable Usages Are Allowed.
 */
export function findNonNullVariables(
  documents: readonly DocumentNode[],
  { schema, conventions }: Pick<VersionContext, 'schema' | 'conventions'>,
): { nonNull: Set<string>; listed: Set<string> } {
  const uses = documents.flatMap(({ definitions }) => definitions.flatMap((definition) => usesIn(definition, schema)));
  return {
    nonNull: new Set(uses.flatMap(({ name, isNonNull }) => (isNonNull ? [name] : []))),
    listed: new Set(uses.flatMap(({ name, field }) => (field && isNeverNull(...field, conventions) ? [name] : []))),
  };
}

/** The reasons of the deprecation of what variables fill, by variable; of one with several uses, where all of them are deprecated. */
export function findDeprecatedVariables(
  documents: readonly DocumentNode[],
  { schema }: Pick<VersionContext, 'schema'>,
): Map<string, string> {
  const uses = documents.flatMap(({ definitions }) => definitions.flatMap((definition) => usesIn(definition, schema)));
  const others = new Set(uses.flatMap(({ name, deprecated }) => (deprecated == null ? [name] : [])));
  return new Map(uses.flatMap(({ name, deprecated }) => (others.has(name) ? [] : [[name, deprecated!]])));
}

/** The descriptions of the arguments and input fields that variables are used in, by variable. */
export function describeVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): Map<string, string> {
  const uses = usesIn(operation, schema);
  return new Map(uses.flatMap(({ name, description }) => (description ? [[name, description]] : [])));
}

const usesIn = memoizeByNode((definition: DefinitionNode, schema: GraphQLSchema) => {
  const found: {
    name: string;
    isNonNull: boolean;
    /** The input field that it fills: its object and its name. */
    field: [type: string, name: string] | undefined;
    description: string | null | undefined;
    deprecated: string | null | undefined;
  }[] = [];
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    VariableDefinition: () => false,
    Variable(node, _key, parent) {
      const field = parent && 'kind' in parent && parent.kind === 'ObjectField' ? parent.name.value : undefined;
      const object = getNamedType(info.getParentInputType());
      const element = field !== undefined && isInputObjectType(object) ? object.getFields()[field] : info.getArgument();
      // The arguments of directives describe conditions, not parameters.
      const isCondition = info.getDirective() != null;
      const place = object && field !== undefined ? ([object.name, field] as [string, string]) : undefined;
      found.push({
        name: node.name.value,
        isNonNull: isNonNullType(info.getInputType()),
        field: place,
        description: isCondition ? undefined : element?.description,
        // What a deprecated argument contains is deprecated with it.
        deprecated: isCondition ? undefined : (element?.deprecationReason ?? info.getArgument()?.deprecationReason),
      });
    },
  });
  visit(definition, visitor);
  return found;
});

/** The names of the variables in arguments. */
export function variablesIn(nodes: readonly ArgumentNode[] = []): string[] {
  const names: string[] = [];
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.push(name.value) });
  return names;
}
