import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type VariableDefinitionNode,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { fieldOnWire } from '../conventions/fieldOnWire.ts';
import type { CompileContext } from './CompileContext.ts';

/** Refuses input objects, however deep, of which two fields have the same property name. */
export function checkInputNames(
  node: VariableDefinitionNode,
  type: GraphQLInputType,
  { conventions, report }: CompileContext,
): void {
  const seen = new Set<GraphQLNamedType>();
  const walk = (each: GraphQLInputType) => {
    const named = getNamedType(each);
    if (!isInputObjectType(named) || seen.has(named)) return;
    seen.add(named);
    const names = new Map<string, string>();
    for (const field of Object.values(named.getFields())) {
      const wireName = fieldOnWire(named.name, field.name, conventions);
      const other = names.get(wireName);
      names.set(wireName, field.name);
      if (other !== undefined) {
        const message = `${named.name}.${other} and ${named.name}.${field.name} have the same property name "${wireName}".`;
        const hint = `Replace the variable of type ${getNamedType(type).name} by one variable for each field that clients send.`;
        report(node, message, hint);
      }
      walk(field.type);
    }
  };
  walk(type);
}
