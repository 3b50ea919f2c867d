import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type NameNode,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';
import type { EndpointDocument } from './EndpointDocument.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import { listValues } from '../errors/listValues.ts';
import { unknownName } from '../errors/unknownName.ts';
import { TYPE_KEY } from '../plan/ResultPlan.ts';
import { nameOnWire } from '../conventions/nameOnWire.ts';
import type { Version } from './Version.ts';
import { isOwnDirective } from './directives.ts';

/** An operation with every fragment that it spreads. */
export interface AssembledDocument {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The operation with every fragment that it spreads; fragments of its file win over the shapes of the version. Fields
 * without an alias get their wire name as alias, where the two differ.
 */
export function assembleDocument(
  { operation, fragments }: Pick<EndpointDocument, 'fragments'> & { operation: OperationDefinitionNode },
  { shapes, conventions }: Pick<Version, 'shapes' | 'conventions'>,
  report: ReportDiagnostic,
): AssembledDocument {
  const own = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const used = new Map<string, FragmentDefinitionNode>();
  const gather = (node: typeof operation | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread(spread) {
        const name = spread.name.value;
        if (used.has(name)) return;
        const fragment = own.get(name) ?? shapes.get(name);
        if (!fragment) {
          reportUnknown(spread.name, [...own.keys(), ...shapes.keys()].sort(), report);
          return;
        }
        used.set(name, fragment);
        gather(fragment);
      },
    });
  };
  gather(operation);
  const named = <Node extends OperationDefinitionNode | FragmentDefinitionNode>(definition: Node): Node =>
    visit(definition, { Field: (node) => withWireName(node, conventions) });
  const whole = named<OperationDefinitionNode>(operation);
  const all = new Map([...used].map(([name, fragment]) => [name, named(fragment)]));
  return { document: { kind: Kind.DOCUMENT, definitions: [whole, ...all.values()] }, operation: whole, fragments: all };
}

function reportUnknown(name: NameNode, known: readonly string[], report: ReportDiagnostic): void {
  const hint =
    known.length > 0
      ? `Known shapes are ${listValues(known)}.`
      : `Add the file shapes/${name.value}.graphql with "fragment ${name.value} on …".`;
  report(name, unknownName('shape', name.value, known), hint);
}

function withWireName(node: FieldNode, conventions: Version['conventions']): FieldNode | undefined {
  const name = nameOnWire(node.name.value, conventions);
  if (node.alias || name === node.name.value) return undefined;
  return { ...node, alias: { kind: Kind.NAME, value: name } };
}

/** The document as it is executed: plain GraphQL, without the vocabulary and without descriptions. */
export function stripVocabulary(document: DocumentNode): DocumentNode {
  const undescribed = { enter: <Node>(node: Node): Node => ({ ...node, description: undefined }) };
  return visit(document, {
    SelectionSet: {
      // An error by its type is recognized by the name of the type alone.
      enter: (node) =>
        node.selections.some(isErrorType) ? { ...node, selections: [TYPE_NAME, ...node.selections] } : undefined,
    },
    Directive: (node) => (isOwnDirective(node) ? null : undefined),
    OperationDefinition: undescribed,
    FragmentDefinition: undescribed,
    VariableDefinition: undescribed,
  });
}

const TYPE_NAME: FieldNode = {
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: TYPE_KEY },
  name: { kind: Kind.NAME, value: '__typename' },
};

function isErrorType(node: SelectionNode): boolean {
  return node.kind === Kind.INLINE_FRAGMENT && (node.directives?.some(({ name }) => name.value === 'error') ?? false);
}
