import { inputObjectOf } from './inputs.ts';
import { splitWords } from '../naming/splitWords.ts';
import { type Field, RESTRICTED } from './fields.ts';

const PERSON = '(?:user|account|customer|member)';
const LOGIN = new RegExp(
  `^(?:${PERSON} )?(?:log ?in|sign ?in|sign ?up|register|authenticate)(?: ${PERSON}| (?:with|using|by|via) .+)?$`,
);
const REQUEST = /^(?:(?:request|send) password reset(?: email)?|forgot password|password forgot)$/;
/** These allow anonymous callers only where an input is a proof of identity. */
const TOKEN =
  /^(?:(?:create|refresh|verify|obtain) (?:(?:auth|access|jwt) )?token|(?:(?:auth|access|jwt) )?token (?:create|refresh|verify|auth))$/;
const CONFIRMATION = new RegExp(
  `^(?:(?:re)?set password|password reset|(?:confirm|verify|activate) (?:${PERSON}|email)|(?:${PERSON}|email) (?:confirm|verify|activate))$`,
);

/** Whether a mutation allows anonymous callers, who cannot have logged in yet: login, register, requestPasswordReset. */
export function allowsAnonymous(field: Field): boolean {
  const description = field.description ?? '';
  if (RESTRICTED.test(description) || /\b(?:logged[- ]in|authenticated)\b/i.test(description)) return false;
  const name = splitWords(field.name).join(' ');
  const hasInputs = field.args.length > 0;
  if (LOGIN.test(name) || REQUEST.test(name)) return hasInputs;
  const inputs = field.args.flatMap((each) => [each, ...Object.values(inputObjectOf(each)?.getFields() ?? {})]);
  const proof = TOKEN.test(name) ? /password|token/i : CONFIRMATION.test(name) ? /token|code|otp/i : undefined;
  return proof !== undefined && inputs.some((each) => proof.test(each.name));
}
