// The words of the vocabulary that `check` knows and nothing executes yet: subscriptions, the method QUERY and idempotencyKey.
// `compileMediaTypes` reports media types.
import type { ASTNode } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { Version } from '../document/Version.ts';
import type { Diagnostic } from '../errors/Diagnostic.ts';
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
  if ((endpoint.idempotencyKey ?? 'NONE') !== 'NONE') {
    words.push([directiveNode(operation, 'endpoint', 'idempotencyKey'), '@endpoint(idempotencyKey:)']);
  }
  for (const [node, word] of words) report(node, `${word} is not executed yet.`, HINT);
  return words.length === 0;
}

/** The conventions of a version that are not executed yet and differ from the defaults. */
export function unsupportedConventions({ conventions, conventionsFiles }: Version): Diagnostic[] {
  if (conventions.idempotencyKey === DEFAULT_CONVENTIONS.idempotencyKey) return [];
  const path = ['idempotencyKey'];
  const file = conventionsFiles.findLast((each) => each.has(path))!;
  return [file.diagnostic(path, 'key', '"idempotencyKey" is not executed yet.', HINT)];
}
