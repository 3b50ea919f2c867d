import { getNamedType, isEnumType, isNonNullType } from 'graphql';
import { enumTexts } from '../conventions/enumTexts.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { CompileContext } from './CompileContext.ts';
import type { DeclaredParameter } from './DeclaredParameter.ts';

/** Refuses `nullAs` where JSON has null, on a type without null, and with the text of an enum value. */
export function checkNullAs({ node, type, plan }: DeclaredParameter, { conventions, report }: CompileContext): void {
  const { source, nullAs } = plan;
  if (nullAs === undefined) return;
  const refuse = (message: string, hint: string) => report(directiveNode(node, 'param', 'nullAs'), message, hint);
  if (source === 'body' || source === 'whole') {
    refuse('nullAs is only for paths, queries and headers: a JSON body has null.', 'Remove it.');
  } else if (isNonNullType(type)) {
    refuse(`nullAs is for nullable types, not for ${String(type)}.`, 'Remove it, or make the type nullable.');
  }
  const named = getNamedType(type);
  const { values } = plan.constraints;
  if (values) {
    if (values.some(({ text }) => text === nullAs)) {
      refuse(`nullAs "${nullAs}" is also one of the values.`, 'Choose another text.');
    }
  } else if (isEnumType(named) && [...enumTexts(named, conventions).values()].includes(nullAs)) {
    refuse(`nullAs "${nullAs}" is also a value of ${named.name}.`, 'Choose another text.');
  }
}
