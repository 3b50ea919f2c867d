// An API of notes with every option that a host can set, for each of the hosts.
import { GraphQLError, buildSchema } from 'graphql';

const SDL = `
  type Query {
    note(id: ID!): Note
    notes(contains: String): [Note!]!
    caller: Caller!
    trouble(kind: String!): String
    observed(kind: String!): String
  }
  type Mutation {
    createNote(text: String!): Note!
    deleteNote(id: ID!): Boolean
  }
  type Note { id: ID! text: String! }
  type Caller { subject: String! agent: String! }
`;

/** An error as frameworks throw them, such as Nest's HttpException. */
class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Context {
  caller: { subject: string; claims: Readonly<Record<string, unknown>> };
}

interface Credentials {
  headers: Headers;
  authorization: string | undefined;
  request: { url?: string | undefined };
}

interface Responded {
  endpoint: string | undefined;
  status: number;
  milliseconds: number;
}

/** The options of createPortico, but documents or plan; each call has notes of its own. */
export function createOptions() {
  const notes = new Map([['1', { id: '1', text: 'Buy milk' }]]);
  const observed: Responded[] = [];
  const failures: unknown[] = [];

  function find(id: string) {
    const note = notes.get(id);
    if (!note) throw new GraphQLError(`There is no note ${id}.`, { extensions: { code: 'NOT_FOUND' } });
    return note;
  }

  const resolvers: Record<string, (given: Record<string, string>, context: Context) => unknown> = {
    note: ({ id }) => find(id!),
    notes: ({ contains = '' }) => [...notes.values()].filter(({ text }) => text.includes(contains)),
    caller: (_, { caller }) => ({ subject: caller.subject, agent: caller.claims['agent'] }),
    trouble: ({ kind }) => {
      if (kind === 'mapped') throw new HttpError(402, 'The trial is over.');
      if (kind === 'unavailable') throw new HttpError(503, 'Closed for today.');
      if (kind === 'mapping') throw new HttpError(200, 'No status of an error.');
      throw new Error('the disk is full');
    },
    observed: ({ kind }) => {
      if (kind === 'failures') return String(failures.length);
      const found = observed.findLast(({ endpoint = 'none' }) => endpoint.includes(kind!));
      return found && JSON.stringify({ ...found, milliseconds: typeof found.milliseconds });
    },
    createNote: ({ text }) => {
      const note = { id: String(Math.max(...[...notes.keys()].map(Number)) + 1), text: text! };
      notes.set(note.id, note);
      return note;
    },
    deleteNote: ({ id }) => notes.delete(find(id!).id),
  };

  const schema = buildSchema(SDL);
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_: unknown, given: Record<string, string>, context: Context) =>
        resolvers[field.name]!(given, context);
    }
  }
  return {
    schema,
    basePath: '/api',
    openapi: true,
    docs: '/docs',
    info: { title: 'Notes', contact: { email: 'notes@example.com' } },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      session: { type: 'apiKey', in: 'cookie', name: 'key' },
    } as const,
    health: true,
    cors: { origins: ['https://app.example'], headers: ['X-Trace'], credentials: true, maxAge: 60 },
    authenticate: ({ headers, authorization, request }: Credentials) => {
      const key = /(?:^|; )key=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1] ?? headers.get('x-api-key');
      if (key === 'late') throw new HttpError(403, 'The key is no longer valid.');
      const subject = key ?? /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      if (subject === undefined || !request.url?.includes('/caller')) return null;
      return { subject, scopes: [], claims: { agent: headers.get('user-agent') } };
    },
    mapError: (error: unknown) => {
      if (!(error instanceof HttpError)) return undefined;
      return error.status === 402 ? { status: 402, message: error.message } : { ...error, code: 'CLOSED' };
    },
    onResponse: (response: Responded) => {
      observed.push(response);
      if (response.endpoint === 'GET /observed/{kind}') throw new Error('the observer fails');
    },
    report: (failure: unknown) => void failures.push(failure),
  };
}
