// The words of the vocabulary that `check` knows and nothing executes yet.
import { Kind, type OperationDefinitionNode, visit } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import type { JsonPath } from '../conventions/JsonFile.ts';
import type { DirectiveArguments, DirectiveName } from '../document/directives.ts';
import type { Version } from '../document/Version.ts';
import type { Diagnostic } from '../errors/Diagnostic.ts';
import type { CheckedDocument } from './checkDocument.ts';
import type { CompileContext } from './CompileContext.ts';

const HINT = 'Remove it: this version of Portico only checks it.';

/** Directives, and arguments of `@endpoint`. */
const DIRECTIVES: readonly DirectiveName[] = ['fields'];
const ENDPOINT: readonly (keyof DirectiveArguments['endpoint'])[] = ['idempotencyKey'];

/** Keys of `conventions.json`. */
const CONVENTIONS: readonly JsonPath[] = [['fields'], ['idempotencyKey']];

/** Reports the words of a document that are not executed yet; returns whether there are none. */
export function reportUnsupported(
  { source: { operation }, assembled }: CheckedDocument,
  { reportUnsupported: report }: CompileContext,
): boolean {
  let isComplete = true;
  const refuse = (node: Parameters<typeof report>[0], word: string) => {
    isComplete = false;
    report(node, `${word} is not executed yet.`, HINT);
  };
  if (operation.operation === 'subscription') refuse(operation, 'A subscription');
  const endpoint = operation.directives?.find(({ name }) => name.value === 'endpoint');
  for (const { name, value } of endpoint?.arguments ?? []) {
    const isListed = (ENDPOINT as readonly string[]).includes(name.value);
    const isMethod = name.value === 'method' && value.kind === Kind.ENUM && value.value === 'QUERY';
    if (isListed) refuse(value, `@endpoint(${name.value}:)`);
    else if (isMethod) refuse(value, 'The method QUERY');
  }
  for (const definition of assembled.document.definitions) {
    visit(definition as OperationDefinitionNode, {
      Directive(node) {
        if ((DIRECTIVES as readonly string[]).includes(node.name.value)) refuse(node, `@${node.name.value}`);
      },
    });
  }
  return isComplete;
}

/** The conventions of a version that are not executed yet and differ from the defaults. */
export function unsupportedConventions({ conventions, conventionsFiles }: Version): Diagnostic[] {
  const valueAt = (root: unknown, path: JsonPath) =>
    path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], root);
  return CONVENTIONS.flatMap((path) => {
    const isDefault = JSON.stringify(valueAt(conventions, path)) === JSON.stringify(valueAt(DEFAULT_CONVENTIONS, path));
    const file = isDefault ? undefined : conventionsFiles.findLast((each) => each.has(path));
    return file?.diagnostic(path, 'key', `"${path.join('.')}" is not executed yet.`, HINT) ?? [];
  });
}
