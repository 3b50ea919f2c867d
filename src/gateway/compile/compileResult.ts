// The way from an execution's data to the JSON of an answer: along the spine to the value that is the body, null on the
// way being 404, and from there through the shape.
import { type FragmentDefinitionNode, type GraphQLLeafType, getNamedType } from 'graphql';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { Parameter } from '../plan/Parameter.ts';
import { textOnWire } from '../runtime/textOnWire.ts';
import { checkFailures } from './checkFailures.ts';
import { type Failures, throwFailures, withoutFailures } from '../runtime/failures.ts';
import type { Shape } from '../plan/Shape.ts';
import { type ToBody, compileBody } from '../runtime/compileBody.ts';

export interface Result {
  /** Response keys from the root to the body; empty where several root fields are the body together. */
  spine: readonly string[];
  /** The shape at the end of the spine. */
  end: Shape;
  /** The shape of the JSON that is sent. */
  body: Shape;
  /** Whether something on the spine can be null, which is 404. */
  missable: boolean;
  /** What failure that is told as data is answered with. */
  failureStatuses: readonly number[];
  /** The value at the end of the spine. Throws NOT_FOUND where it is null, or something on the way to it is. */
  find(data: Readonly<Record<string, unknown>>, variables: Readonly<Record<string, unknown>>): unknown;
  /** What is sent of the value that was found. */
  toBody(value: unknown): unknown;
}

/** Compiles the result of an endpoint from the shape of its whole operation. */
export function compileResult(
  source: EndpointDocument,
  root: Shape & { kind: 'object' },
  /** All that the operation spreads. */
  fragments: readonly FragmentDefinitionNode[],
  parameters: readonly Parameter[],
  conventions: Conventions,
  report: Report,
): Result {
  const { operation, endpoint } = source;
  const [only, second] = root.properties;
  if (!only && root.failures?.fields.length === 1) return onlyFailure(source, root, root.failures, fragments, report);
  if (!only || second) {
    checkFailures(operation, fragments, root, [], report);
    const toBody = compileBody(root, conventions);
    return {
      spine: [],
      end: root,
      body: { ...root, nullable: false },
      missable: false,
      failureStatuses: [],
      find: (data) => data,
      toBody: apply(toBody),
    };
  }

  const spine = [only.key];
  /** At each place of the spine what the object there can fail by. */
  const failures = [failuresOf(only.shape)];
  let end = only.shape;
  let missable = false;
  while (end.kind === 'unwrapped') {
    spine.push(end.key);
    failures.push(failuresOf(end.of));
    missable ||= end.nullable;
    end = end.of;
  }
  checkFailures(operation, fragments, root, failures, report);
  if (!only.required) {
    const message = `"${only.key}" is the answer, and so cannot be left out by @include or @skip.`;
    report(operation, message, 'Put the condition on one of its fields.');
  }
  const mayBeNull = endpoint.status === 204 && end.kind === 'leaf';
  const noun = nounOf(end);
  const toValue = compileBody(end, conventions);
  const keepsName = !endpoint.unwrap;
  const found: Shape = { ...end, nullable: false };
  return {
    spine,
    end,
    // What is sent is never null: that would have been 404.
    body: keepsName ? { ...root, nullable: false, properties: [{ ...only, shape: found }] } : found,
    missable: missable || (end.nullable && !mayBeNull),
    failureStatuses: statusesOf(failures),
    find: (data, variables) => {
      let value: unknown = data;
      let last: Failures | undefined;
      // Only the scalar at the end may be null, and no object on the way to it.
      let isMissing = false;
      for (const [index, key] of spine.entries()) {
        isMissing = value == null;
        value = value == null ? null : (value as Record<string, unknown>)[key];
        last = failures[index];
        if (last && value != null) throwFailures(value as Record<string, unknown>, last);
      }
      if (value == null && (!mayBeNull || isMissing)) throw notFound(noun, variables, parameters, conventions);
      return last && value != null ? withoutFailures(value as Record<string, unknown>, last) : value;
    },
    toBody: keepsName ? (value) => ({ [only.key]: apply(toValue)(value) }) : apply(toValue),
  };
}

/** A root field that tells of nothing but failure: where it tells of none, there is nothing to say. */
function onlyFailure(
  { operation, endpoint }: EndpointDocument,
  root: Shape & { kind: 'object' },
  failures: Failures,
  fragments: readonly FragmentDefinitionNode[],
  report: Report,
): Result {
  checkFailures(operation, fragments, root, [failures], report);
  if (endpoint.status !== 204) {
    const message = 'The only root field is an @error, so that there is nothing to answer with.';
    report(operation, message, 'Set status: 204.');
  }
  return {
    spine: failures.fields.map(({ key }) => key),
    end: root,
    body: root,
    missable: false,
    failureStatuses: statusesOf([failures]),
    find: (data) => throwFailures(data, failures),
    toBody: (value) => value,
  };
}

function failuresOf(shape: Shape): Failures | undefined {
  return shape.kind === 'object' || shape.kind === 'unwrapped' ? shape.failures : undefined;
}

function statusesOf(failures: readonly (Failures | undefined)[]): number[] {
  return failures.flatMap((each) => (each ? [...each.fields, ...each.types] : [])).map(({ status }) => status);
}

function apply(toBody: ToBody | undefined): (value: unknown) => unknown {
  return toBody ? (value) => toBody(value as never) : (value) => value;
}

/** What is missing where the spine ends in nothing. */
function nounOf(shape: Shape): string {
  if (shape.kind === 'object') return getNamedType(shape.type).name;
  if (shape.kind === 'list' || shape.kind === 'connection' || shape.kind === 'unwrapped') return nounOf(shape.of);
  return (shape.type satisfies GraphQLLeafType).name;
}

/** Names what a client looked for, but nothing of what it sent in a body. */
function notFound(
  noun: string,
  variables: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
  conventions: Conventions,
): ServiceError {
  const given = parameters.flatMap((parameter) => {
    const { name, variable, source } = parameter;
    const value = variables[variable];
    const isNamed =
      (source === 'path' || source === 'query') && (typeof value === 'number' || typeof value === 'string');
    return isNamed ? [`${name} ${textOnWire(parameter, value, conventions).slice(0, 100)}`] : [];
  });
  return new ServiceError('NOT_FOUND', `No ${noun} was found${given.length > 0 ? ` for ${given.join(', ')}` : ''}.`);
}
