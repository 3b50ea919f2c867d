// Errors as data: `@error` on a field whose value is errors, or on a fragment of a type that is one. They are never sent:
// they are read before the response is rendered, and become an error like any other.
import { STATUS_CODES } from 'node:http';
import { listedStatus } from '../../plan/conventions/errorConventions.ts';
import { type FillText, prepareText } from '../../plan/conventions/template.ts';
import { type Problem, ServiceError } from '../../base/errors/ServiceError.ts';
import { usualCode } from '../../base/errors/codes.ts';
import { internalError } from '../../base/errors/knownErrors.ts';
import { requiredHeaders } from '../../base/errors/errorHeaders.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { type ErrorMarkers, type ErrorPlan, type ProblemsPlan, TYPE_KEY } from '../../plan/ResultPlan.ts';
import { type TypeTable, typeName } from '../../plan/TypeTable.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { jsonPointer } from '../../http/json.ts';
import { isJsonNumber, writeJson } from '../../http/losslessJson.ts';
import { prepareBody } from './prepareBody.ts';
import { type ToBody, omit } from './values.ts';

type Data = Readonly<Record<string, unknown>>;

export interface ErrorsAsData {
  /** Throws the errors of an object: the first type that fits, then each field that has any. */
  throwErrors(object: Data, report?: ReportFault): void;
  /** The object without its error fields. */
  withoutErrors(object: Data): Data;
}

/** Reports what does not change the response. */
export type ReportFault = (fault: ServiceError) => void;

/**
 * Prepares the errors as data of an object. Of a field it is each value that is not empty and each false. An entry is a
 * text, or an object that can have as `message` a text or a list of them, `code`, and as `field` a path or a list of its steps; so
 * can the objects in it. Without a message it has the reason phrase of its status. The status is its `status`,
 * where that is one of an error, else that of its code in `errors.codes`, else that of the marker.
 */
export function prepareErrorMarkers(
  { fields, types }: ErrorMarkers,
  context: TypeContext,
  trace: TraceInput,
): ErrorsAsData {
  const byType = types.map((plan) => ({ names: plan.names, errorOf: prepareError(plan, context, trace) }));
  const byField = fields.map((plan) => ({ key: plan.key, errorOf: prepareError(plan, context, trace) }));
  const errorKeys = [...fields.map(({ key }) => key), ...(types.length > 0 ? [TYPE_KEY] : [])];
  return {
    throwErrors(object, report) {
      const type = byType.find(({ names }) => names.includes(String(object[TYPE_KEY])));
      const typeError = type?.errorOf([object], object, report);
      if (typeError) throw typeError;
      for (const { key, errorOf } of byField) {
        const entries = asList(object[key]).filter((entry) => entry != null && entry !== '' && entry !== true);
        const error = errorOf(entries, object, report);
        if (error) throw error;
      }
    },
    withoutErrors: (object) => omit(object, errorKeys),
  };
}

/** The place in a request of the input that a path of argument and input fields leads to; undefined for a path that is no input. */
type TraceInput = (steps: readonly string[]) => Pick<Problem, 'field' | 'source'> | undefined;

/**
 * Prepares the way from the paths of an upstream to the names of clients, by the variables in the arguments of an operation:
 * `input.productType` is `product_type`. A path may leave out the argument. What has several variables in it is the input
 * as a whole.
 */
export function prepareInputTrace({ parameters, result }: EndpointPlan, types: TypeTable): TraceInput {
  const inputs = (result.tracedInputs ?? []).flatMap(({ path, variable }) => {
    const parameter = parameters.find((candidate) => candidate.variable === variable);
    return parameter ? [{ path, parameter }] : [];
  });
  return (steps) => {
    const exact = inputs.find(({ path }) => isPrefix(path, steps));
    if (exact) return placeInParameter(exact.parameter, steps.slice(exact.path.length), types);
    if (inputs.some(({ path }) => isPrefix(steps, path))) return { field: '' };
    const first = steps.find((step) => !isIndex(step));
    const within = inputs.find(({ path, parameter }) =>
      path.length > 1
        ? isPrefix(path.slice(1), steps)
        : types.inputs[typeName(parameter.type)]?.fields.some(({ name }) => name === first),
    );
    return within && placeInParameter(within.parameter, steps.slice(within.path.length - 1), types);
  };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function prepareError(plan: ErrorPlan, context: TypeContext, trace: TraceInput) {
  const { status: otherwise, hasStatus = false, code: usual = usualCode(otherwise), message: text } = plan;
  const fill = text === undefined ? undefined : prepareText(text);
  const problemsPlan = plan.problems ?? { isProblem: true, isFilled: fill !== undefined, below: [] };
  const root = prepareProblems(problemsPlan, context);
  const { errors: conventions } = context.conventions;
  // Undefined where no entry is an error.
  return (entries: readonly unknown[], object: Data, report?: ReportFault): ServiceError | undefined => {
    const found = entries.map((entry) =>
      readObject(root, [typeof entry === 'object' ? (entry as Data) : { message: entry }, object], fill, {}),
    );
    // What a single entry with problems in it says itself is about all of them.
    const whole = found.length === 1 && found[0]!.below.length > 0 ? found[0]! : undefined;
    const all = whole ? whole.below : found.flatMap(({ own, below }) => [...own, ...below]);
    if (all.length === 0) return undefined;
    const codes = [whole?.code, ...all.map((problem) => problem.code)].filter((code) => code !== undefined);
    if (codes.length === 0) codes.push(usual);
    const listed = codes.map((code) => listedStatus(code, conventions));
    const statuses = hasStatus
      ? [whole?.status, ...all.map((problem) => problem.status)].filter((own) => own != null)
      : [];
    const isOfError = (own: unknown) => Number.isInteger(own) && Number(own) >= 400 && Number(own) <= 599;
    const other = statuses.find((own) => !isOfError(own));
    if (other !== undefined) {
      report?.(internalError(new Error(`The status ${String(other)} of an error as data is not from 400 to 599.`)));
    }
    const listedOrUsual = listed.find((candidate) => candidate !== undefined) ?? otherwise;
    const status = (statuses.find(isOfError) as number | undefined) ?? listedOrUsual;
    const phrase = STATUS_CODES[status] ?? 'Error';
    const problems = all.map(({ field, code, data, message = phrase }): Problem => {
      const steps = Array.isArray(field) ? field.map(String) : typeof field === 'string' ? field.split('.') : [];
      // A path that is no input of the operation stays as it is.
      const place = (steps.join('') !== '' && trace(steps)) || { field: steps.join('.') };
      return { ...place, message, ...(code !== undefined && code !== whole?.code && { code }), ...(data && { data }) };
    });
    const messages = whole && whole.own.length > 0 ? whole.own : problems;
    return ServiceError.of(codes[0]!, status, messages.map(({ message }) => message).join('; '), {
      problems,
      headers: requiredHeaders(status),
    });
  };
}

/** A problem as the data has it. */
interface FoundProblem {
  field: unknown;
  code: string | undefined;
  /** As the data has it. */
  status: unknown;
  /** The values of placeholders of the conventions. */
  data: Data | undefined;
  /** Undefined for the reason phrase. */
  message: string | undefined;
}

/** The problem that an object is itself, one for each of its messages, and those in it. */
interface FoundProblems extends Pick<FoundProblem, 'code' | 'status'> {
  own: FoundProblem[];
  below: FoundProblem[];
}

/** The problems of a plan, and how their data is written on the wire. */
interface PreparedProblems extends Pick<ProblemsPlan, 'isProblem' | 'isFilled'> {
  data: readonly { name: string; change: ToBody | undefined }[];
  below: readonly (PreparedProblems & { key: string })[];
}

function prepareProblems(plan: ProblemsPlan, types: TypeContext): PreparedProblems {
  const data = Object.entries(plan.data ?? {}).map(([name, shape]) => ({ name, change: prepareBody(shape, types) }));
  return { ...plan, data, below: plan.below.map((each) => ({ key: each.key, ...prepareProblems(each, types) })) };
}

const NO_REQUEST = { variables: {}, base: '' };

/** Reads an object and those in it. `objects` are those around it, itself first; `outer` is what they say of it. */
function readObject(
  { isProblem, isFilled, data: names, below: plans }: PreparedProblems,
  objects: readonly [Data, ...Data[]],
  fill: FillText | undefined,
  outer: Partial<FoundProblem>,
): FoundProblems {
  const [object] = objects;
  const field = object['field'] ?? outer.field;
  const code = typeof object['code'] === 'string' ? object['code'] : outer.code;
  const status = object['status'] ?? outer.status;
  let { data } = outer;
  for (const { name, change } of names) {
    const value = object[name];
    if (value != null) data = { ...data, [name]: change ? change(value as never, NO_REQUEST) : value };
  }
  const below = plans.flatMap((plan) =>
    asList(object[plan.key])
      .filter((inner) => inner !== null && inner !== undefined)
      .map((inner) => readObject(plan, [inner as Data, ...objects], fill, { field, code, status, data }))
      .flatMap((found) => [...found.own, ...found.below]),
  );
  const texts =
    fill && isFilled
      ? [fillMessage(fill, objects)]
      : asList(object['message'])
          .filter((text) => typeof text === 'string' || isJsonNumber(text))
          .map(String);
  if (!isProblem && below.length === 0) return { code, status, own: [], below };
  const messages = texts.length === 0 && below.length === 0 ? [undefined] : texts;
  return { code, status, own: messages.map((message) => ({ field, code, status, data, message })), below };
}

/** A property that is null or absent is empty. */
function fillMessage(fill: FillText, objects: readonly Data[]): string {
  const filled = fill((name, { isOptional }) => {
    const value = objects.find((object) => Object.hasOwn(object, name))?.[name];
    return value ?? (isOptional ? undefined : '');
  });
  return typeof filled === 'string' ? filled : filled === undefined ? '' : writeJson(filled);
}

function isPrefix(prefix: readonly string[], steps: readonly string[]): boolean {
  return prefix.length <= steps.length && prefix.every((step, index) => step === steps[index]);
}

/** The place of a value in a parameter, `steps` being input fields and indexes of its type. What is no input has no source. */
function placeInParameter(
  { name, source, type }: ParameterPlan,
  steps: readonly string[],
  { inputs }: TypeTable,
): Pick<Problem, 'field' | 'source'> {
  let at = typeName(type);
  let isInput = true;
  const below = steps.map((step) => {
    const object = isIndex(step) ? undefined : inputs[at];
    if (!object) return step;
    const field = object.fields.find(({ name: inputName }) => inputName === step);
    at = field ? typeName(field.type) : '';
    isInput &&= field !== undefined;
    return field?.wireName ?? step;
  });
  const inBody = source === 'body' || source === 'whole';
  const path = [...(source === 'whole' ? [] : inBody ? name.split('.') : [name]), ...below];
  const field = path.join('.') || 'body';
  if (!isInput) return { field };
  if (inBody) return { field, source: { pointer: jsonPointer(path) } };
  return { field, source: source === 'header' ? { header: name } : { parameter: name } };
}

function isIndex(step: string): boolean {
  return /^\d+$/.test(step);
}
