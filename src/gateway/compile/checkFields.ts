import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type VariableDefinitionNode,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import { nameOnWire } from '../conventions/nameOnWire.ts';

/** Refuses input types of which a client could not say which field it means. */
export function checkFields(
  node: VariableDefinitionNode,
  type: GraphQLInputType,
  conventions: Conventions,
  report: Report,
) {
  const seen = new Set<GraphQLNamedType>();
  const walk = (each: GraphQLInputType) => {
    const named = getNamedType(each);
    if (!isInputObjectType(named) || seen.has(named)) return;
    seen.add(named);
    const names = new Map<string, string>();
    for (const field of Object.values(named.getFields())) {
      const wire = nameOnWire(field.name, conventions);
      const twin = names.get(wire);
      names.set(wire, field.name);
      if (twin !== undefined) {
        const message = `Of ${named.name}, ${twin} and ${field.name} are both written "${wire}".`;
        report(node, message, 'Take what is needed of it as variables of their own.');
      }
      walk(field.type);
    }
  };
  walk(type);
}
