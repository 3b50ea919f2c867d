// A server of `startGatewayServer`, over an engine whose handler is the test's.
import { buildSchema } from 'graphql';
import {
  type Engine,
  ServiceError,
  createEngine,
  createLogger,
  loadPlan,
  readSettings,
  startGatewayServer,
} from '../../../src/gateway/server.ts';
import { exchangeBytes } from './exchangeBytes.ts';
import { folderOf } from './folderOf.ts';

type Handle = Engine['handle'];
type Parts = Parameters<typeof startGatewayServer>[1];

export interface ServerOptions {
  /** Handles what is not for health, documentation or /graphql. Default: responds with what it was sent. */
  rest?: Handle;
  ping?: () => Promise<void>;
  graphql?: Omit<NonNullable<Parts['graphql']>, 'close'>;
  tokenSource?: NonNullable<Parts['rest']>['tokenSource'];
  /** Texts by path, such as `api.json`, and the endpoint below `/v1/toy` if there is no other. */
  files?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
}

export interface Server {
  url: string;
  port: number;
  /** Every line that was logged. */
  log: Record<string, unknown>[];
  /** Sends these bytes, and gives all that came back until the server closed the connection. */
  raw(text: string): Promise<string>;
  /** Sends the second part when something has come back for the first. */
  rawInTurn(parts: [string, string]): Promise<string>;
  drain(): void;
  close(): Promise<void>;
}

const schema = buildSchema('type Query { toy: String }');
const TOY = { 'v1/toy.graphql': 'query toy @endpoint(method: GET, path: "/toy") { toy }' };

export async function startServer({
  rest = echo,
  ping = async () => {},
  graphql,
  tokenSource = { kind: 'upstream' },
  files = {},
  env = {},
}: ServerOptions = {}): Promise<Server> {
  const lines: Record<string, unknown>[] = [];
  const settings = readSettings({ PORT: '0', ...env });
  const engine = createEngine({
    plan: loadPlan({ endpoints: folderOf({ ...TOY, ...files }) }, schema),
    schema,
    prepare: () => async () => ({ data: { toy: 'toy' } }),
    report: () => {},
    settings,
  });
  const server = await startGatewayServer(settings, {
    rest: { engine: { ...engine, handle: rest }, tokenSource },
    ...(graphql && { graphql: { ...graphql, close: async () => {} } }),
    ping,
    log: createLogger('debug', { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[0]) }),
  });
  const port = Number(new URL(server.url).port);
  return {
    url: server.url,
    port,
    log: lines,
    raw: (text) => exchangeBytes(port, text),
    rawInTurn: ([first, second]) => exchangeBytes(port, first, second),
    drain: server.drain,
    close: server.close,
  };
}

/** Responds with method, target and the size of the body. */
async function echo({ method, target, readBody, onAuthenticated }: Parameters<Handle>[0]) {
  onAuthenticated?.({ subject: 'ada', scopes: new Set(), claims: {}, authorization: '' });
  const body = JSON.stringify({ method, target, size: (await readBody(1024 * 1024)).length });
  return { status: 200, headers: { 'content-type': 'application/json', 'content-length': `${body.length}` }, body };
}

/** Responds with 204 when a function has ended, or as an engine does with the error that it throws. */
export async function respondAfter(run: () => Promise<unknown> | undefined) {
  try {
    await run();
    return { status: 204, headers: {}, body: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const body = JSON.stringify({ error: error.message });
    return { status: error.status, headers: { ...error.headers, 'content-length': `${body.length}` }, body };
  }
}
