// The reading of a request, in two steps: what its scopes depend on, and, after they are checked, everything else. Every
// problem of path, query, headers and body is collected, so that a client learns of all of them at once.
import type { IncomingHttpHeaders } from 'node:http';
import { keywordCodes } from '../../plan/conventions/errorPlaceholders.ts';
import { MAX_PROBLEM_BYTES, ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import type { ServiceError } from '../../base/errors/ServiceError.ts';
import { type EndpointPlan, takesBody } from '../../plan/EndpointPlan.ts';
import type { PageRequest } from '../../plan/PagePlan.ts';
import type { RawQuery } from '../../http/urls.ts';
import type { CoercionContext } from '../../plan/values/coercion.ts';
import { prepareBodyReader, withoutIgnored } from './prepareBodyCoercion.ts';
import { JsonReaders } from '../../plan/values/jsonReaders.ts';
import { preparePageReader } from './preparePageReader.ts';
import {
  prepareHeaderReader,
  prepareIfMatch,
  prepareKeyReader,
  preparePathReader,
  prepareQueryReader,
} from './prepareParameterReaders.ts';
import { prepareDeprecations } from './prepareDeprecations.ts';
import { INPUT_SYNTAXES, type InputSyntax } from '../../plan/values/inputSyntax.ts';
import { prepareRequestBody } from './parseBody.ts';
import type { RequestParts } from './RequestParts.ts';
import { type ScopeInputs, prepareExpands, prepareFields } from './requestSelection.ts';

export interface Inputs extends Pick<ScopeInputs, 'variables' | 'selection'> {
  /** Absent where the endpoint has no pages. */
  page: PageRequest | undefined;
  /** Absent where there is none, or the endpoint ignores it. */
  idempotencyKey: string | undefined;
  /** Why the request is refused with 400, where there are any. */
  problems: ProblemCollector;
  /** Why it is refused with 412 or 428 where it has no problems. */
  precondition: ServiceError | undefined;
}

export type RequestReader = ReturnType<typeof prepareReader>;

/** Prepares the reading of requests to one endpoint. */
export function prepareReader(endpoint: EndpointPlan, context: CoercionContext, json = new JsonReaders(context)) {
  const readPath = preparePathReader(endpoint, context, json);
  const readHeaders = prepareHeaderReader(endpoint, context);
  const parseQuery = prepareQueryReader(endpoint, context, json);
  const readIfMatch = prepareIfMatch(endpoint, context);
  const readIdempotencyKey = prepareKeyReader(endpoint);
  const pages = preparePageReader(endpoint, context);
  const bodyReaders = new Map<InputSyntax, ReturnType<typeof prepareBodyReader>>();
  const bodyReaderOf = (syntax: InputSyntax) => {
    let read = bodyReaders.get(syntax);
    if (!read) {
      read = withoutIgnored(endpoint, context.types, prepareBodyReader(endpoint.parameters, json.in(syntax)));
      bodyReaders.set(syntax, read);
    }
    return read;
  };
  const readExpands = prepareExpands(endpoint.expands, context.conventions);
  const readFields = endpoint.fields && prepareFields(endpoint.fields);
  const { messages } = context.conventions.errors;
  const codes = keywordCodes(context.conventions.errors);
  return {
    ...prepareRequestBody(endpoint, context),
    /** The first step. */
    readScopeInputs: (query: RawQuery): ScopeInputs =>
      readFields ? { ...readExpands(query), ...readFields(query) } : readExpands(query),
    /** The second step; goes on from the variables of the first. */
    readInputs({ pathValues, query, values, headers, body, streams }: RequestParts, scopeInputs: ScopeInputs): Inputs {
      const { variables, selection } = scopeInputs;
      const problems = new ProblemCollector(MAX_PROBLEM_BYTES, messages, codes);
      readPath({ pathValues, values }, variables, problems);
      readHeaders(headers, variables, problems);
      const precondition = readIfMatch?.(headers, variables, problems);
      const idempotencyKey = readIdempotencyKey?.(headers, problems);
      parseQuery({ query, values, ...scopeInputs }, variables, problems);
      const page = pages?.readPage(query, problems, streams);
      if (body && takesBody(endpoint.method))
        bodyReaderOf(INPUT_SYNTAXES[body.syntax ?? 'json'])(body.value, variables, problems);
      // A cursor is bound to its filters, and so is read only once these are known to be valid.
      if (pages && page && problems.problems.length === 0) pages.setVariables(page, variables, problems);
      return { variables, selection, page, idempotencyKey, problems, precondition };
    },
    /** The deprecated parts that a request uses; undefined where none can be. */
    findDeprecations: prepareDeprecations(endpoint),
    /** The headers without the conditions that are parameters. */
    unreadConditions: (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
      readIfMatch ? { ...headers, 'if-match': undefined } : headers,
  };
}
