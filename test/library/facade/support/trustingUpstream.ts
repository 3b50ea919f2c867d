// An upstream that executes documents by their ids, those of a manifest, and their text where a test allows it.
import { type GraphQLSchema, execute, parse, validate } from 'graphql';
import type { PorticoOptions } from '../../../../src/gateway/index.ts';
import { type StubUpstream, stubUpstream } from '../../../support/stubUpstream.ts';

/** The body of a request, in any of the forms. */
export interface SentBody {
  query?: string;
  documentId?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  extensions?: { persistedQuery?: { version: number; sha256Hash: string } };
}

/** What a façade is told of it. */
type TrustedUpstream = Pick<StubUpstream, 'url' | 'headers' | 'forwarded'> &
  Pick<NonNullable<PorticoOptions['upstream']>, 'client' | 'trustedDocuments'>;
type TrustedDocuments = NonNullable<PorticoOptions['upstream']>['trustedDocuments'];

export interface TrustingUpstream {
  stub: StubUpstream;
  /** The texts by id; a test may take some away. */
  known: Map<string, string>;
  /** The ids that were sent and are not known. */
  unknown: string[];
  /** The texts that were sent. */
  texts: string[];
  /** The upstream, as it is sent ids in this form; text without one. */
  as(trustedDocuments?: TrustedDocuments): TrustedUpstream;
}

/** Validates each document that it executes. */
export async function trustingUpstream(schema: GraphQLSchema, rootValue?: unknown): Promise<TrustingUpstream> {
  const stub = await stubUpstream();
  const known = new Map<string, string>();
  const unknown: string[] = [];
  const texts: string[] = [];
  const run = (query: string, variableValues: Record<string, unknown> = {}) => {
    const document = parse(query);
    const errors = validate(schema, document);
    return errors.length > 0 ? { errors } : execute({ schema, document, rootValue, variableValues });
  };
  const answerOne = ({ query, documentId, variables, extensions }: SentBody) => {
    if (query !== undefined) {
      texts.push(query);
      return run(query, variables);
    }
    const id = documentId?.split('~').at(-1) ?? extensions?.persistedQuery?.sha256Hash ?? '';
    const text = known.get(id);
    if (text !== undefined) return run(text, variables);
    unknown.push(id);
    return { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST' } }] };
  };
  stub.answer = ({ body }, response) => {
    const sent = body as SentBody | SentBody[];
    void Promise.all([sent].flat().map(answerOne)).then((results) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(Array.isArray(sent) ? results : results[0]));
    });
    return undefined;
  };
  const client = { name: 'rest', version: '1.2.3' };
  return {
    stub,
    known,
    unknown,
    texts,
    as: (trustedDocuments) => ({ ...stub, client, ...(trustedDocuments && { trustedDocuments }) }),
  };
}
