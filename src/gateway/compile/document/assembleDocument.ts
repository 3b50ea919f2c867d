// The GraphQL of an endpoint: the operation with its fragments, and what is executed and printed of it.
import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLSchema,
  Kind,
  type Location,
  type NameNode,
  type OperationDefinitionNode,
  type StringValueNode,
  TypeInfo,
  print,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Conventions } from '../../plan/conventions/Conventions.ts';
import { fieldOnWire } from '../../plan/conventions/wireNames.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { listValues, unknownName } from '../../base/errors/nearNames.ts';
import { TYPE_KEY } from '../../plan/ResultPlan.ts';
import type { EndpointDocument, SharedDefinitions } from './Version.ts';
import { hasDirective, isOwnDirective } from './directives.ts';
import { memoizeByNode } from './memoizeByNode.ts';

/** An operation with every fragment that it spreads. */
export interface AssembledDocument {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The operation with every fragment that it spreads; fragments of its file win over the shapes of the version. Fields
 * without an alias and `@name` get their wire name as alias, where the two differ, or as `@name`.
 */
export function assembleDocument(
  { operation, fragments }: Pick<EndpointDocument, 'fragments'> & { operation: OperationDefinitionNode },
  { shapes, conventions }: Pick<SharedDefinitions, 'shapes' | 'conventions'>,
  report: ReportDiagnostic,
  schema: GraphQLSchema,
): AssembledDocument {
  const fileFragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const used = new Map<string, FragmentDefinitionNode>();
  const gather = (node: typeof operation | FragmentDefinitionNode): void => {
    for (const { name } of spreadsIn(node)) {
      if (used.has(name.value)) continue;
      const fragment = fileFragments.get(name.value) ?? shapes.get(name.value);
      if (!fragment) {
        reportUnknown(name, [...fileFragments.keys(), ...shapes.keys()].sort(), report);
        continue;
      }
      used.set(name.value, fragment);
      gather(fragment);
    }
  };
  gather(operation);
  const { case: style, names } = conventions;
  const named = <Node extends ExecutableDefinitionNode>(node: Node) =>
    withWireNames(node, schema, style, names) as Node;
  const whole = named(operation);
  const all = new Map([...used].map(([name, fragment]) => [name, named(fragment)]));
  return { document: { kind: Kind.DOCUMENT, definitions: [whole, ...all.values()] }, operation: whole, fragments: all };
}

/** The fragment spreads in a definition, in its order. */
const spreadsIn = memoizeByNode((definition: ExecutableDefinitionNode) => {
  const spreads: FragmentSpreadNode[] = [];
  visit(definition, { FragmentSpread: (spread) => void spreads.push(spread) });
  return spreads;
});

/** The definition in which the fields without an alias and `@name` have one, where their wire name is another. */
const withWireNames = memoizeByNode(
  (
    definition: ExecutableDefinitionNode,
    schema: GraphQLSchema,
    style: Conventions['case'],
    names: Conventions['names'],
  ): ExecutableDefinitionNode => {
    const types = new TypeInfo(schema);
    return visit(
      definition,
      visitWithTypeInfo(types, {
        Field(node): FieldNode | undefined {
          const value = fieldOnWire(types.getParentType()?.name ?? '', node.name.value, { case: style, names });
          if (node.alias || value === node.name.value || hasDirective(node, 'name')) return undefined;
          // What is read with an alias is sent as it was read.
          if (ALIAS.test(value) && !(value in {})) return { ...node, alias: { kind: Kind.NAME, value } };
          return { ...node, directives: [...(node.directives ?? []), nameDirective(value, node)] };
        },
      }),
    );
  },
);

/** See the GraphQL specification, section 2.1.9, Names; two underscores are reserved. */
const ALIAS = /^(?!__)[A-Za-z_]\w*$/;

/** It is where the field is; only its name, which is not in the document, has no location. */
function nameDirective(value: string, { loc }: FieldNode): DirectiveNode {
  const as = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'as' },
    value: { kind: Kind.STRING, value },
  } as const;
  return { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'name' }, arguments: [as], ...(loc && { loc }) };
}

function reportUnknown(name: NameNode, names: readonly string[], report: ReportDiagnostic): void {
  const hint =
    names.length > 0
      ? `Known shapes are ${listValues(names)}.`
      : `Add the file shapes/${name.value}.graphql with "fragment ${name.value} on …".`;
  report(name, unknownName('shape', name.value, names), hint);
}

/**
 * The document as it is executed: plain GraphQL, without the vocabulary and without descriptions. `typeNames` are the
 * response keys of `__typename` that selection sets and spreads gain, by their place.
 */
export function stripVocabulary(document: DocumentNode, typeNames: TypeNames = NO_TYPE_NAMES): DocumentNode {
  // Where none are added, a shape is the same for all that spread it.
  const names = typeNames.size === 0 ? NO_TYPE_NAMES : typeNames;
  return { ...document, definitions: document.definitions.map((definition) => stripDefinition(definition, names)) };
}

type TypeNames = ReadonlyMap<Location | undefined, string>;

const NO_TYPE_NAMES: TypeNames = new Map();

const stripDefinition = memoizeByNode((definition: DefinitionNode, typeNames: TypeNames): DefinitionNode => {
  const undescribed = { enter: <Node>(node: Node): Node => ({ ...node, description: undefined }) };
  return visit(definition, {
    SelectionSet: {
      enter: (node) => {
        // An error by its type is recognized by the name of the type alone.
        const hasErrors = node.selections.some(
          (each) => each.kind === Kind.INLINE_FRAGMENT && hasDirective(each, 'error'),
        );
        const keys = new Set([hasErrors ? TYPE_KEY : undefined, typeNames.get(node.loc)]);
        const added = [...keys].flatMap((key) => (key === undefined ? [] : [typeNameField(key)]));
        return added.length === 0 ? undefined : { ...node, selections: [...added, ...node.selections] };
      },
    },
    FragmentSpread: {
      leave: (node) => {
        const key = typeNames.get(node.loc);
        if (key === undefined) return undefined;
        const { directives = [], ...spread } = node;
        const selections = [typeNameField(key), spread];
        return { kind: Kind.INLINE_FRAGMENT, directives, selectionSet: { kind: Kind.SELECTION_SET, selections } };
      },
    },
    Directive: (node) => (isOwnDirective(node) ? null : undefined),
    OperationDefinition: undescribed,
    FragmentDefinition: undescribed,
    VariableDefinition: undescribed,
  });
});

function typeNameField(key: string): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: key },
    name: { kind: Kind.NAME, value: '__typename' },
  };
}

/** The text of a definition, without its description. */
export const printDefinition = memoizeByNode((definition: DefinitionNode): string => {
  const { description: _, ...undescribed } = definition as DefinitionNode & { description?: StringValueNode };
  return print(undescribed as DefinitionNode);
});

/** The text of a document, as `print` has it, of definitions without descriptions. */
export function printDocument({ definitions }: DocumentNode): string {
  return definitions.map((definition) => printDefinition(definition)).join('\n\n');
}
