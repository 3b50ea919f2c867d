// The words of the vocabulary that `check` knows and nothing executes yet: subscriptions and the method QUERY.
// `compileMediaTypes` reports media types.
import type { ASTNode } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { CheckedDocument } from './checkDocument.ts';
import type { CompileContext } from './CompileContext.ts';

const HINT = 'Remove it: this version of Portico only checks it.';

/** Reports the words of a document that are not executed yet; returns whether there are none. */
export function reportUnsupported(
  { source: { operation, endpoint } }: CheckedDocument,
  { reportUnsupported: report }: CompileContext,
): boolean {
  const words: [node: ASTNode, word: string][] = [];
  if (operation.operation === 'subscription') words.push([operation, 'A subscription']);
  if (endpoint.method === 'QUERY') words.push([directiveNode(operation, 'endpoint', 'method'), 'The method QUERY']);
  for (const [node, word] of words) report(node, `${word} is not executed yet.`, HINT);
  return words.length === 0;
}
