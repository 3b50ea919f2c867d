import { STATUS_CODES } from 'node:http';
import type { CodeConvention, ErrorConventions } from '../conventions/Conventions.ts';
import type { ErrorPlaceholder } from '../conventions/errorPlaceholders.ts';
import { type FillText, compileText } from '../conventions/template.ts';
import { MAX_PROBLEM_LENGTH } from '../errors/ProblemCollector.ts';
import type { Problem } from '../errors/ServiceError.ts';
import { truncate } from '../errors/truncate.ts';
import { valueOfError } from './valueOfError.ts';
import type { WireError, WireProblem } from './WireError.ts';

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
  return (given) => {
    const error: WireError = { ...given, title: STATUS_CODES[given.status] ?? 'Error', type: NO_TYPE, problems: [] };
    const problems = given.problems.map((problem) => {
      const { field, message, ...own } = conventionOf(problem.code ?? given.code);
      return fillProblem(problem, error, problem.code === undefined ? own : { ...own, field, message });
    });
    const [first] = given.problems;
    const itself: Problem = { field: '', ...first, code: given.code, message: given.message };
    const whole = fillProblem(itself, error, conventionOf(given.code));
    const { code, type, field } = whole;
    // The message of an error can be that of its problems.
    const isSum = problems.length > 0 && given.message === joined(given.problems);
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
  const given = { field, message, code, type: NO_TYPE, hasOwnCode: problem.code !== undefined, source };
  const fill = (name: keyof CompiledCode): string | undefined => {
    const filled = texts[name]?.((placeholder) => {
      const value = valueOfError(placeholder as ErrorPlaceholder, error, given, true);
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
    hasOwnCode: given.hasOwnCode,
    source: ownField === undefined ? source : undefined,
  };
}

function joined(problems: readonly { message: string }[]): string {
  return problems.map(({ message }) => message).join('; ');
}
