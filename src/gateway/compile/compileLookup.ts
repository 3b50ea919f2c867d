// The query before an endpoint that looks up what a client does not know: the values that it exports become variables of
// the endpoint's own operation. Nothing of it is sent.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLList,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  getNamedType,
  getNullableType,
  isCompositeType,
  print,
  visit,
} from 'graphql';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Report } from '../errors/Diagnostic.ts';
import { readDirective } from '../document/directives.ts';
import type { Parameter } from '../plan/Parameter.ts';
import { invalidInputError } from '../errors/invalidInputError.ts';
import { type Part, collectFields, definitionOf, partOf, partsBelow } from './collectFields.ts';

/** One exported value: where it is in the data, and the variable that it fills. */
export interface Export {
  variable: string;
  /** Response keys from the root. */
  path: readonly string[];
  /** The variables in the arguments of its root field: what it was looked up by. */
  by: readonly string[];
  /** Its type in the schema, without a "!" at its end. */
  type: string;
  node: FieldNode;
}

export interface Lookup {
  /** To be compiled, once it is stripped of the vocabulary. */
  document: DocumentNode;
  exports: readonly Export[];
  /** The variables that it takes itself. */
  variables: readonly string[];
  /** Those of them that the endpoint's own operation does not have. */
  onlyItsOwn: readonly string[];
}

/** Finds what a lookup exports; refuses leaves that it does not, and exports that no variable could hold. */
export function compileLookup(
  schema: GraphQLSchema,
  document: DocumentNode,
  lookup: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  endpoint: OperationDefinitionNode,
  report: Report,
): Lookup {
  const exports: Export[] = [];
  const walk = (parts: readonly Part[], path: string[], by: string[]) => {
    for (const [key, occurrences] of collectFields(schema, fragments, parts)) {
      const { node, parent, condition } = occurrences[0]!;
      const own = path.length > 0 ? by : variablesIn(node);
      const field = definitionOf(node, parent);
      const next = field && getNamedType(field.type);
      const here = [...path, key];
      const isList = field !== undefined && getNullableType(field.type) instanceof GraphQLList;
      if (isList || condition !== '') {
        const message = `"${key}" of the lookup is ${isList ? 'a list' : 'conditional'}, so that nothing can be exported from it.`;
        report(node, message, 'Look up one thing, always.');
      } else if (isCompositeType(next)) {
        walk(
          partsBelow(occurrences, () => next),
          here,
          own,
        );
      } else {
        const variable = readDirective('export', node)?.as;
        const leaf = String(field ? getNullableType(field.type) : 'String');
        if (variable !== undefined) exports.push({ variable, path: here, by: own, type: leaf, node });
        else report(node, `"${key}" of the lookup is not exported.`, 'Add @export(as: "…"), or leave it out.');
      }
    }
  };
  const root = schema.getQueryType()!;
  walk([partOf(root, lookup.selectionSet)], [], []);
  checkExports(exports, endpoint, report);
  const variables = (lookup.variableDefinitions ?? []).map((node) => node.variable.name.value);
  const shared = new Set(endpoint.variableDefinitions?.map((node) => node.variable.name.value));
  return { document, exports, variables, onlyItsOwn: variables.filter((name) => !shared.has(name)) };
}

/**
 * The exported values. Throws for one that is null: NOT_FOUND where it was looked up by the path alone, because then the
 * resource is not there, else BAD_USER_INPUT naming what it was looked up by.
 */
export function readExports(
  { exports }: Lookup,
  data: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, path, by } of exports) {
    const value = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], data);
    if (value !== null && value !== undefined) {
      values[variable] = value;
      continue;
    }
    const named = parameters.filter((parameter) => by.includes(parameter.variable));
    if (named.every(({ source }) => source === 'path')) {
      const names = named.map(({ name }) => name).join(', ');
      throw new ServiceError('NOT_FOUND', names === '' ? 'Nothing was found.' : `Nothing was found for ${names}.`);
    }
    throw invalidInputError(
      named
        .filter(({ source }) => source !== 'path')
        .map(({ name }) => ({ field: name, message: 'names nothing that is there' })),
    );
  }
  return values;
}

function variablesIn(node: FieldNode): string[] {
  const names: string[] = [];
  for (const argument of node.arguments ?? []) visit(argument, { Variable: ({ name }) => void names.push(name.value) });
  return names;
}

function checkExports(exports: readonly Export[], endpoint: OperationDefinitionNode, report: Report): void {
  exports.forEach(({ variable, node, path, type }, index) => {
    const definition = endpoint.variableDefinitions?.find((each) => each.variable.name.value === variable);
    if (!definition || definition.type.kind !== Kind.NON_NULL_TYPE) {
      const message = `@export(as: "${variable}") names no variable of the endpoint that must be there.`;
      report(node, message, `Declare $${variable} with a type that ends in "!".`);
    } else if (type !== print(definition.type.type)) {
      const message = `"${path.at(-1)}" is a ${type}, but $${variable} is a ${print(definition.type)}.`;
      report(node, message, 'Give both the same type.');
    }
    if (exports.slice(0, index).some((each) => each.variable === variable)) {
      report(node, `$${variable} is exported twice.`, 'Leave one out.');
    }
  });
}
