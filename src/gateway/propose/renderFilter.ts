import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import type { VariableCollector } from './VariableCollector.ts';
import { inputObjectOf, isTextInput } from './schema/inputs.ts';
import { chooseFilters, isOperator } from './chooseFilters.ts';
import { isRequired, usableInputs } from './schema/fields.ts';

/**
 * An input object of a query with its simple fields as query parameters: `{ name: { eq: $name } }`. Without a text where it has
 * none; `missing` is then the coordinate of a required field that cannot be a query parameter. `leftOut` are the names of the other
 * fields, those that are the key of the `owner` in the path among them.
 */
export function renderFilter(
  argument: GraphQLArgument | GraphQLInputField,
  collector: VariableCollector,
  owner?: readonly string[],
): { text?: string; missing?: string; leftOut?: readonly string[] } {
  const type = inputObjectOf(argument)!;
  const fields = usableInputs(Object.values(type.getFields()));
  const required = fields.filter(isRequired);
  // What may be absent as a whole cannot have a field that may not.
  if (!isRequired(argument) && required.length > 0) return {};
  const parts = new Map<string, string>();
  // An argument of its own has the same meaning, and is that parameter.
  const same = new Set<GraphQLInputField>();
  for (const field of required) {
    if (isTextInput(field)) {
      parts.set(field.name, collector.add(field, { owner: argument.name }));
      continue;
    }
    const inner = inputObjectOf(field) ? renderFilter(field, collector, owner) : {};
    if (inner.text === undefined) return { missing: `${type.name}.${field.name}` };
    parts.set(field.name, inner.text);
  }
  if (!type.isOneOf) {
    for (const { field, leaves, text } of chooseFilters(type, fields, owner)) {
      if (leaves.some(({ name }) => collector.has(name))) {
        same.add(field);
        continue;
      }
      const variables = leaves.map(({ name, input }) =>
        collector.add(input, { name, required: false, owner: argument.name }),
      );
      parts.set(field.name, text(variables));
    }
  }
  if (parts.size === 0) return {};
  const leftOut = fields
    .filter((field) => !parts.has(field.name) && !same.has(field) && !isOperator(field))
    .map(({ name }) => name);
  const text = fields.flatMap(({ name }) => (parts.has(name) ? [`${name}: ${parts.get(name)}`] : [])).join(', ');
  return { text: `{ ${text} }`, leftOut };
}
