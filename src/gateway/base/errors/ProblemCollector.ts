import { stringify } from 'lossless-json';
import type { Problem, ProblemSource } from './ServiceError.ts';
import { truncate } from './nearNames.ts';

export const MAX_PROBLEMS = 50;

/** UTF-16 code units of the field, and of the message, of one problem. */
export const MAX_PROBLEM_LENGTH = 200;

/**
 * All problems of an error, field and message as JSON in UTF-8. A problem document has each twice, in `detail` and in `errors`:
 * 2 × 24 KiB, 50 × 32 bytes of punctuation and less than 1 KiB around them stay below the 64 KiB of an error.
 */
export const MAX_PROBLEM_BYTES = 24 * 1024;

/** The place of a problem: its field as text, and where it is in the request. */
interface ProblemPlace {
  toString(): string;
  readonly source?: ProblemSource | undefined;
}

/**
 * Collects the problems of one input, bounded in number, length and size. A reader of the input can stop when it `isFull`:
 * further problems are ignored.
 */
export class ProblemCollector {
  readonly #problems: Problem[] = [];
  readonly #maxBytes: number;
  readonly #messages: KeywordMessages;
  readonly #codes: KeywordMessages;
  #bytes = 0;
  #isFull = false;

  /**
   * `messages` replace those of problems, one with placeholders where the error is rendered, and `codes` are theirs, by the keyword
   * of JSON Schema that the input violates.
   */
  constructor(maxBytes = MAX_PROBLEM_BYTES, messages: KeywordMessages = {}, codes: KeywordMessages = {}) {
    this.#maxBytes = maxBytes;
    this.#messages = messages;
    this.#codes = codes;
  }

  /** In the order in which they were added. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Whether a problem was ignored. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * `place` is converted to text, and a message that is a function is called, only if there is room for the problem. `values` are
   * those of keywords, for the placeholders of a message.
   */
  add(place: ProblemPlace, message: string | (() => string), keyword?: Keyword, values: KeywordValues = {}): void {
    if (!this.#hasRoom()) return;
    const text = keyword === undefined ? undefined : this.#messages[keyword];
    const template = text !== undefined && /[{}]/.test(text) ? { text, values } : undefined;
    const replacement = template ? undefined : text;
    const code = keyword === undefined ? undefined : this.#codes[keyword];
    const { source } = place;
    this.#push({
      field: place.toString(),
      message: replacement ?? (typeof message === 'string' ? message : message()),
      ...(code !== undefined && { code }),
      ...(source && { source }),
      ...(template && { template }),
    });
  }

  addProblem(problem: Problem): void {
    if (this.#hasRoom()) this.#push(problem);
  }

  #hasRoom(): boolean {
    if (this.#problems.length === MAX_PROBLEMS) this.#isFull = true;
    return !this.#isFull;
  }

  #push({ field, message, code, source, data, template }: Problem): void {
    const problem: Problem = {
      field: truncate(field, MAX_PROBLEM_LENGTH),
      message: truncate(message, MAX_PROBLEM_LENGTH),
      ...(code !== undefined && { code: truncate(code, MAX_PROBLEM_LENGTH) }),
      // The beginning of a pointer or a name is another one.
      ...(source && Object.values(source).every((text) => text.length <= MAX_PROBLEM_LENGTH) && { source }),
      ...(template && { template }),
    };
    this.#bytes += jsonBytes(problem.field) + jsonBytes(problem.message) + jsonBytes(problem.code ?? '');
    if (data) {
      const isWhole = this.#bytes + jsonBytes(data) <= this.#maxBytes;
      problem.data = isWhole ? data : shorten(data);
      this.#bytes += jsonBytes(problem.data);
    }
    if (this.#bytes > this.#maxBytes) this.#isFull = true;
    else this.#problems.push(problem);
  }
}

/** A collector with the first problems, as many as an error may have. */
export function collectProblems(problems: readonly Problem[], maxBytes?: number): ProblemCollector {
  const collector = new ProblemCollector(maxBytes);
  for (const problem of problems) collector.addProblem(problem);
  return collector;
}

/** The texts of the data cut, without what is as long and no text. */
function shorten(data: NonNullable<Problem['data']>): NonNullable<Problem['data']> {
  const values = Object.entries(data).map(([name, value]) => [
    name,
    typeof value === 'string' ? truncate(value, MAX_PROBLEM_LENGTH) : value,
  ]);
  return Object.fromEntries(
    values.filter(([, value]) => typeof value === 'string' || jsonBytes(value) <= MAX_PROBLEM_LENGTH),
  );
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(stringify(value) ?? '');
}

/** The keywords of JSON Schema that an input can violate; `null` stands for a null that is not allowed. */
export const KEYWORDS = [
  'null',
  'required',
  'type',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'not',
] as const;

export type Keyword = (typeof KEYWORDS)[number];

/** Texts by keyword. */
export type KeywordMessages = Readonly<{ [Each in Keyword]?: string | undefined }>;

/** What keywords say of an input, such as its maximum. */
export type KeywordValues = Readonly<{ [Each in Keyword]?: string | number | undefined }>;

const RANGE = ['minimum', 'maximum'] as const;
const LENGTHS = ['minLength', 'maxLength'] as const;
const COUNTS = ['minItems', 'maxItems'] as const;

/** The keywords whose values are placeholders in the message of the one that an input violates. */
export const MESSAGE_VALUES: Readonly<{ [Each in Keyword]?: readonly Keyword[] }> = {
  type: RANGE,
  minimum: RANGE,
  maximum: RANGE,
  minLength: LENGTHS,
  maxLength: LENGTHS,
  minItems: COUNTS,
  maxItems: COUNTS,
  enum: ['enum'],
};
