import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { findIfMatch } from '../plan/findIfMatch.ts';
import { parseIfMatch } from '../protocol/parseIfMatch.ts';
import type { CoercionContext } from './CoercionContext.ts';
import { compileHeaderValue } from './compileTextValue.ts';
import { InputPath } from './InputPath.ts';
import type { Variables } from './Variables.ts';

/** Adds the value of the entity tag to the variables, or a problem; returns why a request without problems is refused. */
export type ReadIfMatch = (
  headers: IncomingHttpHeaders,
  variables: Variables,
  problems: ProblemCollector,
) => ServiceError | undefined;

/**
 * Compiles the reading of If-Match where it is a parameter; undefined where it is none. It is one strong entity tag: `*` says
 * nothing about the state that a client knows, and counts as missing. See RFC 9110, section 13.1.1, and RFC 6585, section 3.
 */
export function compileIfMatch({ parameters }: EndpointPlan, context: CoercionContext): ReadIfMatch | undefined {
  const parameter = findIfMatch(parameters);
  if (!parameter) return undefined;
  const { name, variable, required } = parameter;
  const read = compileHeaderValue(parameter, context);
  const path = InputPath.header(name);
  return ({ 'if-match': header }, variables, problems) => {
    const parsed = header === undefined ? undefined : parseIfMatch(header);
    if (parsed === undefined || parsed.kind === 'any') return required ? preconditionRequired() : undefined;
    if (parsed.kind === 'several') problems.add(path, 'must be one entity tag', 'type');
    else if (parsed.kind === 'invalid') problems.add(path, 'must be an entity tag such as "5"', 'type');
    else if (parsed.isWeak) {
      return new ServiceError('PRECONDITION_FAILED', 'If-Match must be a strong entity tag; nothing was changed.');
    } else variables[variable] = read(parsed.value, path, problems);
    return undefined;
  };
}

function preconditionRequired(): ServiceError {
  const message = 'If-Match is required: send the entity tag of the resource that is changed.';
  return new ServiceError('PRECONDITION_REQUIRED', message);
}
