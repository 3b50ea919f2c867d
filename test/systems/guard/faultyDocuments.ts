// Documents with faults: each is changed at one place that a seed decides.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { type ConstDirectiveNode, type DirectiveNode, type DocumentNode, Kind, parse, print, visit } from 'graphql';

/** Where something is changed, among all places of its kind in a document, and how. */
interface Change {
  kind: 'move' | 'remove' | 'repeat' | 'argument' | 'value' | 'field' | 'condition';
  from: number;
  to: number;
}

const VALUES = ['0', '-1', '99999999999', '""', '"{x}"', '"/items/{id}"', 'true', 'null', '[]', 'X', '{a: 1}'];

const anyChange: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('move', 'move', 'move', 'remove', 'repeat', 'argument', 'value', 'field', 'condition'),
  from: fc.nat(10_000),
  to: fc.nat(10_000),
});

/** Changes every document in this folder once, as the seed says; a directive comes from any of them. */
export function changeDocuments(folder: string, seed: number): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql') && name !== 'directives.graphql')
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
  const documents = files.map((file) => parse(readFileSync(file, 'utf8')));
  const directives = documents.flatMap(directivesOf);
  const changes = fc.sample(anyChange, { seed, numRuns: files.length });
  for (const [index, file] of files.entries())
    writeFileSync(file, `${print(changeDocument(documents[index]!, changes[index]!, directives))}\n`);
}

function directivesOf(document: DocumentNode): DirectiveNode[] {
  const found: DirectiveNode[] = [];
  visit(document, { Directive: (node) => void found.push(node) });
  return found;
}

function changeDocument(document: DocumentNode, change: Change, directives: readonly DirectiveNode[]): DocumentNode {
  const { kind, from, to } = change;
  const given = directives[from % directives.length] as ConstDirectiveNode;
  const own = directivesOf(document);
  const chosen = own[from % own.length];
  const value = parseValueOf(VALUES[to % VALUES.length]!);
  switch (kind) {
    case 'move':
      return changeNth(
        document,
        ['Field', 'OperationDefinition', 'VariableDefinition', 'InlineFragment'],
        to,
        (node) => ({
          ...node,
          directives: [...((node as { directives?: readonly DirectiveNode[] }).directives ?? []), given],
        }),
      );
    case 'remove':
      return visit(document, { Directive: (node) => (node === chosen ? null : undefined) });
    case 'repeat':
      return visit(document, {
        enter: (node) =>
          'directives' in node && chosen && node.directives?.some((each) => each === chosen)
            ? { ...node, directives: [...node.directives, chosen] }
            : undefined,
      }) as DocumentNode;
    case 'argument':
      return changeNth(document, ['Argument'], to, () => null);
    case 'value':
      return changeNth(document, ['Argument'], from, (node) => ({ ...node, value }));
    case 'field':
      return changeNth(document, ['Field'], to, () => null);
    case 'condition':
      return changeNth(document, ['Field'], to, (node) => ({
        ...node,
        directives: [
          ...((node as { directives?: readonly DirectiveNode[] }).directives ?? []),
          { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'include' }, arguments: [] },
        ],
      }));
  }
}

/** Replaces the nth node of these kinds, counted from the start again where there are fewer. */
function changeNth(
  document: DocumentNode,
  kinds: readonly string[],
  index: number,
  change: (node: object) => object | null,
): DocumentNode {
  const nodes: unknown[] = [];
  visit(document, { enter: (node) => void (kinds.includes(node.kind) && nodes.push(node)) });
  const chosen = nodes[index % nodes.length];
  return visit(document, { enter: (node) => (node === chosen ? change(node) : undefined) }) as DocumentNode;
}

function parseValueOf(text: string) {
  const [definition] = parse(`{ f(a: ${text}) }`).definitions;
  const selection = (
    definition as { selectionSet: { selections: readonly { arguments: readonly { value: object }[] }[] } }
  ).selectionSet.selections[0]!;
  return selection.arguments[0]!.value;
}
