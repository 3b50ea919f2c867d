// What every document at /graphql has to meet beside the GraphQL specification, whether a client sends it or a safelist has it.
import type { ParseOptions, ValidationRule } from 'graphql';
import { knownOperationsRule } from '../federation/knownOperationsRule.ts';
import { limitRules } from '../federation/limitRules.ts';

/** Maximum number of tokens in a document: more than a handwritten operation needs, few enough to validate quickly. */
const MAX_TOKENS = 5_000;

export const PARSE_OPTIONS: ParseOptions = { maxTokens: MAX_TOKENS };

/** The rules beside those of the specification. */
export const DOCUMENT_RULES: readonly ValidationRule[] = [knownOperationsRule, ...limitRules];
