// Errors as a response shows them: their texts by `errors.codes`, and their body by `errors.body`.
import { STATUS_CODES } from 'node:http';
import type { CodeConvention, ErrorConventions, Template } from '../../conventions/Conventions.ts';
import { type ErrorPlaceholder, isRepeated, parseErrorKey } from '../../conventions/errorConventions.ts';
import { type FillText, compileParts, compileText } from '../../conventions/template.ts';
import { MAX_PROBLEM_LENGTH } from '../../errors/ProblemCollector.ts';
import type { Problem, ProblemSource } from '../../errors/ServiceError.ts';
import { truncate } from '../../errors/nearNames.ts';

/** An error whose status is decided. */
type CodedError = Omit<WireError, 'title' | 'type' | 'problems'> & { problems: readonly Problem[] };

/** The texts of a code, compiled. */
type CompiledCode = { [Text in 'code' | 'type' | 'field' | 'message']?: FillText | undefined };

/** See RFC 9457, section 4.2.1. */
const NO_TYPE = 'about:blank';

/**
 * Compiles what `errors.codes` says of errors: code and type of every error and problem, and field and message of what has
 * the code itself. The problems of an error keep their own, unless they have own codes.
 */
export function compileWireError({ codes }: ErrorConventions): (error: CodedError) => WireError {
  const compiled = new Map(Object.entries(codes).map(([code, convention]) => [code, compileCode(convention)]));
  const conventionOf = (code: string): CompiledCode => compiled.get(code) ?? compiled.get('*') ?? {};
  return (coded) => {
    const error: WireError = { ...coded, title: STATUS_CODES[coded.status] ?? 'Error', type: NO_TYPE, problems: [] };
    const problems = coded.problems.map((problem) => {
      const { field, message, ...texts } = conventionOf(problem.code ?? coded.code);
      return fillProblem(problem, error, problem.code === undefined ? texts : { ...texts, field, message });
    });
    const [first] = coded.problems;
    const itself: Problem = { field: '', ...first, code: coded.code, message: coded.message };
    const whole = fillProblem(itself, error, conventionOf(coded.code));
    const { code, type, field } = whole;
    // The message of an error can be that of its problems.
    const isSum = problems.length > 0 && coded.message === joined(coded.problems);
    return {
      ...error,
      code,
      type,
      message: isSum ? joined(problems) : whole.message,
      // An error whose code has a field is a problem of that field.
      problems: problems.length === 0 && field !== '' ? [{ ...whole, hasOwnCode: false }] : problems,
    };
  };
}

function compileCode(convention: number | CodeConvention): CompiledCode {
  if (typeof convention === 'number') return {};
  const { status: _, ...texts } = convention;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, compileText(text)]])),
  );
}

/** The problem with the texts of its code. One whose field is replaced has no known place. */
function fillProblem(problem: Problem, error: WireError, texts: CompiledCode): WireProblem {
  const { field, message, code = error.code, source } = problem;
  const unfilled = { field, message, code, type: NO_TYPE, hasOwnCode: problem.code !== undefined, source };
  const fill = (name: keyof CompiledCode): string | undefined => {
    const filled = texts[name]?.((placeholder) => {
      const value = valueOfError(placeholder as ErrorPlaceholder, error, unfilled, true);
      return value === '' ? undefined : value;
    });
    return filled === undefined || filled === null ? undefined : String(filled);
  };
  const ownField = fill('field');
  return {
    field: ownField ?? field,
    message: fill('message') ?? message,
    code: truncate(fill('code') ?? code, MAX_PROBLEM_LENGTH),
    type: fill('type') ?? NO_TYPE,
    hasOwnCode: unfilled.hasOwnCode,
    source: ownField === undefined ? source : undefined,
  };
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
 * Compiles the template of an error body. An array of one element repeats for each problem, of nested ones the innermost;
 * a key `{field}` or `{leaf}` for each field that has problems; in there the placeholders are those of the problem. Elsewhere
 * `{field}`, `{leaf}`, `{pointer}`, `{parameter}` and `{header}` are those of the first one. A key that ends in `?` needs
 * problems; otherwise an error without problems is its own one problem. The field of an input as a whole is `base`, or none
 * where the placeholder is optional.
 */
export function compileErrorBody(template: Template): (error: WireError) => unknown {
  const fill = compileParts<Scope>(template, { text: compileScopedText, key: compileKey, repeat: compileRepetition });
  return (error) => {
    const { message, code, type } = error;
    const itself: WireProblem = { field: '', message, code, type, hasOwnCode: false, source: undefined };
    const problems = error.problems.length > 0 ? error.problems : [itself];
    const body = fill({ error, problems, repeats: false });
    return body === undefined ? {} : body;
  };
}

function compileScopedText(text: string): (scope: Scope) => unknown {
  const fill = compileText(text);
  return ({ error, problems: [first], repeats }) =>
    fill((name, { isOptional }) => {
      const value = valueOfError(name as ErrorPlaceholder, error, first!, repeats);
      if (value !== '' || (name !== 'field' && name !== 'leaf')) return value;
      return isOptional ? undefined : 'base';
    });
}

function compileRepetition(template: readonly Template[]): ((scope: Scope) => Scope[]) | undefined {
  return isRepeated(template)
    ? ({ error, problems }) => problems.map((problem) => scopeOf(error, [problem]))
    : undefined;
}

function compileKey(key: string): (scope: Scope) => [string, Scope][] {
  const { text, needsProblems, isGroup } = parseErrorKey(key);
  const fill = compileScopedText(text);
  return (scope) => {
    const { error, problems } = scope;
    if (needsProblems && error.problems.length === 0) return [];
    if (!isGroup) return [[String(fill(scope)), scope]];
    const groups = new Map<unknown, WireProblem[]>();
    for (const problem of problems) {
      const name = fill(scopeOf(error, [problem]));
      groups.set(name, [...(groups.get(name) ?? []), problem]);
    }
    groups.delete(undefined);
    return [...groups].map(([name, ofField]) => [String(name), scopeOf(error, ofField)]);
  };
}

function scopeOf(error: WireError, problems: readonly WireProblem[]): Scope {
  return { error, problems, repeats: true };
}

/** The value of a placeholder; undefined for none. Code, type and message are those of the problem where `ofProblem`. */
function valueOfError(
  name: ErrorPlaceholder,
  error: WireError,
  problem: WireProblem,
  ofProblem: boolean,
): string | number | undefined {
  switch (name) {
    case 'status':
    case 'title':
    case 'requestId':
    case 'resource':
      return error[name];
    case 'code':
    case 'type':
    case 'message':
      return ofProblem ? problem[name] : error[name];
    case 'field':
      return problem.field;
    case 'leaf':
      return leafOf(problem.field);
    case 'pointer':
    case 'parameter':
    case 'header':
      return (problem.source as Partial<Record<typeof name, string>> | undefined)?.[name];
  }
}

/** The last name of a dotted path; an index is none. */
function leafOf(field: string): string {
  return field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? field;
}

/** An error as its response shows it, in every format. */
export interface WireError {
  status: number;
  /** The reason phrase of the status. */
  title: string;
  /** The URI of its kind. See RFC 9457, section 3.1.1. */
  type: string;
  code: string;
  message: string;
  requestId: string;
  /** The type that was not found. */
  resource: string | undefined;
  problems: readonly WireProblem[];
}

export interface WireProblem {
  /** '' for the input as a whole. */
  field: string;
  message: string;
  /** Its own, else that of the error. */
  code: string;
  type: string;
  hasOwnCode: boolean;
  source: ProblemSource | undefined;
}
