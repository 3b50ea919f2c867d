// The bodies of errors, in the template of the conventions or as a problem document: what a response has, and what OpenAPI shows.
import { STATUS_CODES } from 'node:http';
import { MAX_PROBLEM_LENGTH } from '../../base/errors/ProblemCollector.ts';
import type { Problem } from '../../base/errors/ServiceError.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import type { CodeConvention, ErrorConventions, Template } from './Conventions.ts';
import { prepareNamesInput, isRepeated, parseErrorKey } from './errorConventions.ts';
import { type ErrorPlaceholder, withoutKeyword } from './errorPlaceholders.ts';
import { type FillText, prepareParts, prepareText, literalOf } from './template.ts';

/** What the conventions say of errors, compiled at the first one. */
export function errorRules(errors: ErrorConventions): ErrorRules {
  let rules = compiled.get(errors);
  if (!rules) {
    rules = { toWire: prepareWireError(errors), toBody: prepareErrorBody(errors.body) };
    compiled.set(errors, rules);
  }
  return rules;
}

const compiled = new WeakMap<ErrorConventions, ErrorRules>();

interface ErrorRules {
  toWire: ReturnType<typeof prepareWireError>;
  toBody: ReturnType<typeof prepareErrorBody>;
}

/** Message and problems of an error. */
export interface ErrorTexts {
  message: string;
  problems: readonly Problem[];
}

/** An error as its response shows it, in every format. */
export interface WireError {
  status: number;
  /** The reason phrase of the status. */
  title: string;
  /** The URI of its kind. See RFC 9457, section 3.1.1. */
  type: string;
  /** Of another type than a text only where the conventions say so. */
  code: WireCode;
  message: string;
  requestId: string;
  /** The type that was not found. */
  resource: string | undefined;
  problems: readonly WireProblem[];
}

type WireCode = NonNullable<CodeConvention['code']>;

/** The field is '' for the input as a whole; the code is its own, else that of the error. */
interface WireProblem
  extends Required<Omit<Problem, 'source' | 'data' | 'code' | 'template'>>, Pick<WireError, 'type' | 'code'> {
  hasOwnCode: boolean;
  /** Whether the message is a sentence of its own, which does not continue the name of the field. */
  isSentence: boolean;
  source?: Problem['source'] | undefined;
  data?: Problem['data'] | undefined;
}

/** Texts; a code can be a constant. */
type PreparedCode = { [Text in 'type' | 'field']?: FillText | undefined } & {
  code?: FillText | number | boolean;
  message?: PreparedMessage | undefined;
};

interface PreparedMessage {
  fill: FillText;
  /** Whether it is a sentence of its own, which does not continue the name of the field; `ofMessage`: whether `{message}` is. */
  isSentence: (ofMessage: boolean) => boolean;
}

/** See RFC 9457, section 4.2.1. */
const NO_TYPE = 'about:blank';

/**
 * Prepares what `errors.codes` says of errors whose status is decided: code and type of every error and problem, and field and
 * message of what has the code itself. The problems of an error keep their own, unless they have own codes.
 */
export function prepareWireError({ codes, messages }: ErrorConventions): (error: CodedError) => WireError {
  const templates: Templates = new Map(
    Object.values(messages).flatMap((text) => {
      if (text === undefined) return [];
      const isSentence = literalOf(text) === undefined;
      return [[text, { fill: prepareText(text), isSentence: () => isSentence }]];
    }),
  );
  const byCode = new Map(Object.entries(codes).map(([code, convention]) => [code, prepareCode(convention)]));
  // What the convention of a keyword leaves out is that of the code.
  const conventionOf = (code: string): PreparedCode => {
    const { field, message, ...found } = byCode.get(withoutKeyword(code)) ?? byCode.get('*') ?? {};
    return withoutKeyword(code) === code ? { ...found, field, message } : { ...found, ...byCode.get(code) };
  };
  return (coded) => {
    const error = {
      ...coded,
      code: truncate(withoutKeyword(coded.code), MAX_PROBLEM_LENGTH),
      title: STATUS_CODES[coded.status] ?? 'Error',
      type: NO_TYPE,
      problems: [],
    };
    const problems = coded.problems.map((problem) => {
      const { field, message, ...texts } = conventionOf(problem.code ?? error.code);
      return fillProblem(problem, error, problem.code === undefined ? texts : { ...texts, field, message }, templates);
    });
    const { code: _, template: __, ...first } = coded.problems[0] ?? {};
    // The message of a keyword is that of problems.
    const ofWhole = { ...conventionOf(coded.code), message: conventionOf(error.code).message };
    const whole = fillProblem({ field: '', ...first, message: coded.message }, error, ofWhole, templates);
    const { code, type, field } = whole;
    return {
      ...error,
      code,
      type,
      message: messageOfProblems(coded, problems, !ofWhole.message) ?? whole.message,
      // An error whose code has a field is a problem of that field.
      problems: problems.length === 0 && field !== '' ? [whole] : problems,
    };
  };
}

/** An error whose status is decided; its code can be one with a keyword. */
type CodedError = Omit<WireError, 'title' | 'type' | 'code' | 'problems'> & ErrorTexts & { code: string };

function prepareCode(convention: number | CodeConvention): PreparedCode {
  const { status: _, ...texts } = typeof convention === 'number' ? ({} as CodeConvention) : convention;
  const parts = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? prepareText(text) : text,
  ]);
  const { message } = texts;
  return {
    ...(Object.fromEntries(parts) as PreparedCode),
    message: message === undefined ? undefined : { fill: prepareText(message), isSentence: prepareNamesInput(message) },
  };
}

/** The messages of invalid input in the conventions, by their text. */
type Templates = ReadonlyMap<string | undefined, PreparedMessage>;

/** The problem with the texts of its code. One whose field is replaced has no known place. */
function fillProblem(problem: Problem, error: WireError, texts: PreparedCode, templates: Templates): WireProblem {
  const { template, source, data, ...given } = problem;
  const code = problem.code === undefined ? error.code : withoutKeyword(problem.code);
  const hasOwnCode = problem.code !== undefined;
  let unfilled: WireProblem = { ...given, code, type: NO_TYPE, hasOwnCode, isSentence: false, source, data };
  const fill = (text: FillText | undefined): string | undefined => {
    const filled = text?.((placeholder) => {
      const value = template?.values[placeholder] ?? valueOfError(placeholder, error, unfilled, true);
      return value === '' ? undefined : value;
    });
    return filled === undefined || filled === null ? undefined : String(filled);
  };
  const ownMessage = templates.get(template?.text);
  const own = fill(ownMessage?.fill);
  if (own !== undefined) unfilled = { ...unfilled, message: own, isSentence: ownMessage!.isSentence(false) };
  const ownField = fill(texts.field);
  const message = fill(texts.message?.fill);
  const { code: ownCode } = texts;
  return {
    ...unfilled,
    field: ownField ?? problem.field,
    ...(message !== undefined && { message, isSentence: texts.message!.isSentence(unfilled.isSentence) }),
    code:
      typeof ownCode === 'function' || ownCode === undefined
        ? truncate(fill(ownCode) ?? String(code), MAX_PROBLEM_LENGTH)
        : ownCode,
    type: fill(texts.type) ?? NO_TYPE,
    source: ownField === undefined ? source : undefined,
  };
}

/** The message of an error that is those of its problems, or with `ofInput` sentences of invalid input, as these are sent. */
function messageOfProblems(
  { message, problems }: ErrorTexts,
  sent: readonly WireProblem[],
  ofInput: boolean,
): string | undefined {
  if (problems.length === 0) return undefined;
  if (message === joined(problems)) return joined(sent);
  const sentences = joined(problems.map(toSentence));
  // It can end with "and more".
  const isOfInput = ofInput && message.startsWith(sentences);
  return isOfInput ? joined(sent.map(toSentence)) + message.slice(sentences.length) : undefined;
}

type Sentence = Pick<WireProblem, 'field' | 'message'> & Partial<Pick<WireProblem, 'isSentence'>>;

/** As in the message of invalid input. */
function toSentence({ field, message, isSentence = false }: Sentence): { message: string } {
  return { message: isSentence ? message : `${field} ${message}` };
}

function joined(problems: readonly { message: string }[]): string {
  return problems.map(({ message }) => message).join('; ');
}

/** The error, and the problems that a part of its template is rendered for. */
interface Scope {
  error: WireError;
  problems: readonly WireProblem[];
  /** Whether the part repeats for problems, so that its `{code}`, `{type}` and `{message}` are those of the problem. */
  repeats: boolean;
}

/**
 * Prepares the template of an error body. An array of one element repeats for each problem, of nested ones the innermost;
 * a key `{field}` or `{leaf}` for each field that has problems; in there the placeholders are those of the problem. Elsewhere
 * `{field}`, `{leaf}`, `{pointer}`, `{parameter}` and `{header}` are those of the first one. A key that ends in `?` needs
 * problems; otherwise an error without problems is its own one problem. The field of an input as a whole is `base`, or none
 * where the placeholder is optional.
 */
export function prepareErrorBody(template: Template): (error: WireError) => unknown {
  const eachProblem = ({ error, problems }: Scope) =>
    problems.map((problem) => ({ error, problems: [problem], repeats: true }));
  const fill = prepareParts<Scope>(template, {
    text: prepareScopedText,
    key: prepareKey,
    repeat: (part) => (isRepeated(part) ? eachProblem : undefined),
  });
  return (error) => {
    const { message, code, type } = error;
    const itself: WireProblem = { field: '', message, code, type, hasOwnCode: false, isSentence: false };
    const body = fill({ error, problems: error.problems.length > 0 ? error.problems : [itself], repeats: false });
    return body === undefined ? {} : body;
  };
}

function prepareScopedText(text: string): (scope: Scope) => unknown {
  const fill = prepareText(text);
  return ({ error, problems: [first], repeats }) =>
    fill((name, { isOptional }) => {
      const value = valueOfError(name, error, first!, repeats);
      if (value !== '' || (name !== 'field' && name !== 'leaf')) return value;
      return isOptional ? undefined : 'base';
    });
}

function prepareKey(key: string): (scope: Scope) => [string, Scope][] {
  const { text, needsProblems, isGroup } = parseErrorKey(key);
  const fill = prepareScopedText(text);
  return (scope) => {
    const { error, problems } = scope;
    if (needsProblems && error.problems.length === 0) return [];
    if (!isGroup) return [[String(fill(scope)), scope]];
    const groups = new Map<unknown, WireProblem[]>();
    for (const problem of problems) {
      const name = fill({ error, problems: [problem], repeats: true });
      groups.set(name, [...(groups.get(name) ?? []), problem]);
    }
    groups.delete(undefined);
    return [...groups].map(([name, ofField]) => [String(name), { error, problems: ofField, repeats: true }]);
  };
}

/** The value of a placeholder; undefined for none. Code, type and message are those of the problem where `ofProblem`. */
function valueOfError(
  name: string,
  error: WireError,
  { field, source, code, type, message, data }: WireProblem,
  ofProblem: boolean,
): unknown {
  if (name.startsWith('data.')) {
    const key = name.slice('data.'.length);
    return data && Object.hasOwn(data, key) ? data[key] : undefined;
  }
  const values: { [Name in ErrorPlaceholder]?: unknown } = {
    ...error,
    ...source,
    ...(ofProblem && { code, type, message }),
    field,
    // The last name of a dotted path; an index is none.
    leaf: field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? field,
  };
  return values[name as ErrorPlaceholder];
}

/** The problem document of an error. See RFC 9457. */
export function problemDocument({ type, title, status, message, code, requestId, problems }: WireError): object {
  // A problem of the input as a whole has no field.
  const entries = problems.map((problem) => ({
    ...(problem.field !== '' && { field: problem.field }),
    message: problem.message,
    ...(problem.hasOwnCode && { code: String(problem.code) }),
  }));
  return {
    type,
    title,
    status,
    detail: message,
    code: String(code),
    requestId,
    errors: entries.length > 0 ? entries : [{ message }],
  };
}
