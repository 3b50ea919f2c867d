import type { IncomingHttpHeaders } from 'node:http';
import { ProblemCollector } from '../errors/ProblemCollector.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { findIfMatch } from '../plan/findIfMatch.ts';
import { parseIfMatch } from '../protocol/parseIfMatch.ts';
import { NO_MATCH, preconditionFailed } from '../protocol/preconditions.ts';
import type { CoercionContext } from './CoercionContext.ts';
import { compileHeaderValue } from './compileTextValue.ts';
import { InputPath } from './InputPath.ts';
import type { Variables } from './Variables.ts';

/**
 * Adds the value of the entity tag to the variables, or a problem; returns why a request without problems is refused:
 * PRECONDITION_REQUIRED, or PRECONDITION_FAILED where no resource can have the tag.
 */
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
      return preconditionFailed('If-Match must be a strong entity tag');
    } else {
      // A tag is opaque to clients: one that is no version is that of another state, not malformed.
      const mismatches = new ProblemCollector();
      const value = read(parsed.value, path, mismatches);
      if (mismatches.problems.length > 0) return preconditionFailed(NO_MATCH);
      variables[variable] = value;
    }
    return undefined;
  };
}

function preconditionRequired(): ServiceError {
  const message = 'If-Match is required: send the entity tag of the resource that is changed.';
  return new ServiceError('PRECONDITION_REQUIRED', message);
}
