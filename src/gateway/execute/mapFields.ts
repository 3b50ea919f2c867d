import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

const TYPE_NAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/**
 * The document with other fields at some response paths, such as `/user/author`. Fragments around them are inlined, as they can
 * be spread elsewhere as well. A selection that this empties selects `__typename`. `map` returns null to leave a field out.
 */
export function mapFields(
  document: DocumentNode,
  paths: ReadonlySet<string>,
  map: (node: FieldNode, path: string) => FieldNode | null,
): DocumentNode {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const around = new Set([...paths].flatMap(ancestorsOf));
  const mapSet = ({ selections }: SelectionSetNode, at: string): SelectionNode[] =>
    selections.flatMap((node): SelectionNode[] => {
      if (node.kind === Kind.FIELD) return mapField(node, `${at}/${(node.alias ?? node.name).value}`);
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) return [node];
      const inner = mapSet(fragment.selectionSet, at);
      if (inner.length === 0) return [];
      const { typeCondition } = fragment;
      const { directives = [] } = node;
      const selectionSet = { kind: Kind.SELECTION_SET, selections: inner } as const;
      return [{ kind: Kind.INLINE_FRAGMENT, ...(typeCondition && { typeCondition }), directives, selectionSet }];
    });
  const mapField = (node: FieldNode, at: string): FieldNode[] => {
    const mapped = paths.has(at) ? map(node, at) : node;
    if (!mapped) return [];
    if (!mapped.selectionSet || !around.has(at)) return [mapped];
    const inner = mapSet(mapped.selectionSet, at);
    const selections = inner.length > 0 ? inner : [TYPE_NAME];
    return [{ ...mapped, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
  };
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? { ...node, selectionSet: { ...node.selectionSet, selections: mapSet(node.selectionSet, '') } }
      : node,
  );
  return { ...document, definitions };
}

function ancestorsOf(path: string): string[] {
  const keys = path.split('/');
  return keys.slice(2).map((_, index) => keys.slice(0, index + 2).join('/'));
}

/** The field with `@include` on a variable, whose name can be any text in a document that is not printed. */
export function withInclude(node: FieldNode, variable: string): FieldNode {
  const nameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const value = { kind: Kind.VARIABLE, name: nameNode(variable) } as const;
  const condition = { kind: Kind.ARGUMENT, name: nameNode('if'), value } as const;
  const include: DirectiveNode = { kind: Kind.DIRECTIVE, name: nameNode('include'), arguments: [condition] };
  return { ...node, directives: [...(node.directives ?? []), include] };
}
