import { type DirectiveNode, type DocumentNode, type FieldNode, type GraphQLSchema, Kind } from 'graphql';
import { mapFields } from '../execution/mapFields.ts';
import type { ExpandPlan } from '../plan/EndpointPlan.ts';
import type { FieldsPlan, SelectableProperty } from '../plan/FieldsPlan.ts';
import { responsePath } from '../plan/responsePath.ts';
import type { ScopeRule } from '../plan/ScopeRule.ts';
import { compileScopes } from './compileScopes.ts';

/**
 * The scopes of operations with `@fields`. What a request leaves out requires none: each response path that can be left out is a
 * condition, as if it had an `@include` with a variable of that name.
 */
export function compileFieldScopes(
  schema: GraphQLSchema,
  operations: readonly DocumentNode[],
  { expands, fields }: { expands: readonly ExpandPlan[]; fields: readonly FieldsPlan[] },
): ScopeRule[] {
  const paths = new Set(fields.flatMap(({ path, properties }) => [...pathsOf(properties, responsePath(path))]));
  const conditional = operations.map((operation) =>
    withDefaults(
      mapFields(operation, paths, (node, at) => withCondition(node, at)),
      paths,
    ),
  );
  return compileScopes(schema, conditional, expands, paths);
}

function pathsOf(properties: readonly SelectableProperty[], around: string): string[] {
  return properties.flatMap(({ path, properties: below = [] }) => {
    const steps = path.map((_, index) => around + responsePath(path.slice(0, index + 1)));
    return [...steps, ...pathsOf(below, around + responsePath(path))];
  });
}

function withCondition(node: FieldNode, path: string): FieldNode {
  const include: DirectiveNode = {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: 'include' },
    arguments: [
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'if' },
        value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: path } },
      },
    ],
  };
  return { ...node, directives: [...(node.directives ?? []), include] };
}

/** The document whose conditions hold where a request leaves nothing out. It is never printed: paths are no names. */
function withDefaults(document: DocumentNode, paths: ReadonlySet<string>): DocumentNode {
  const definitions = [...paths].map((path) => ({
    kind: Kind.VARIABLE_DEFINITION as const,
    variable: { kind: Kind.VARIABLE as const, name: { kind: Kind.NAME as const, value: path } },
    type: { kind: Kind.NAMED_TYPE as const, name: { kind: Kind.NAME as const, value: 'Boolean' } },
    defaultValue: { kind: Kind.BOOLEAN as const, value: true },
  }));
  return {
    ...document,
    definitions: document.definitions.map((node) =>
      node.kind === Kind.OPERATION_DEFINITION
        ? { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions] }
        : node,
    ),
  };
}
