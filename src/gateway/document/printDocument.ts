import { type DefinitionNode, type DocumentNode, type StringValueNode, print } from 'graphql';
import { memoizeByNode } from './memoizeByNode.ts';

/** The text of a definition, without its description. */
export const printDefinition = memoizeByNode((definition: DefinitionNode): string => {
  const { description: _, ...undescribed } = definition as DefinitionNode & { description?: StringValueNode };
  return print(undescribed as DefinitionNode);
});

/** The text of a document, as `print` has it, of definitions without descriptions. */
export function printDocument({ definitions }: DocumentNode): string {
  return definitions.map((each) => printDefinition(each)).join('\n\n');
}
