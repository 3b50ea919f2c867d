import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { anyDocumentedRequest, type RequestDocument } from '../fuzz/anyDocumentedRequest.ts';
import { GATEWAY, environmentOf, freePort } from '../../promises/support/startProgram.ts';
import { sendRequest } from '../../promises/support/sendRequest.ts';
import { ALL_SCOPES, SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';
import type { Corpus } from './corpora.ts';

/** What a document says of tokens. */
interface Documented extends RequestDocument {
  components: RequestDocument['components'] & { securitySchemes?: Readonly<Record<string, { scheme?: string }>> };
}

const SEED = 1;
const REQUESTS = 500;

/** Headers whose values depend on the moment. */
const MOMENTARY: ReadonlySet<string> = new Set(['date', 'traceresponse', 'ratelimit', 'connection', 'keep-alive']);

/** The ids of requests whose own is refused. */
const UUID = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

/** The responses of `portico dev --mock` to requests that its OpenAPI documents describe, and to some that they do not. */
export async function recordResponses(
  { folder, project }: Corpus,
  documents: ReadonlyMap<string, string>,
): Promise<string> {
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}`);
  const child = spawn(process.execPath, [...GATEWAY, 'dev', '--mock', ...project], {
    cwd: folder,
    env: environmentOf({ PORT: String(port), AUTH_SECRET: SPEC_SECRET, RATE_LIMIT: 'off' }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    while (!(await listens(url))) {
      if (child.exitCode !== null) throw new Error(`portico dev has ended with ${child.exitCode} in ${folder}.`);
      await setTimeout(50);
    }
    const anyRequest = fc.oneof(
      ...[...documents].map(([prefix, text]) => {
        const document = JSON.parse(text) as Documented;
        const [security] = Object.values(document.components.securitySchemes ?? {});
        const scheme = security?.scheme ?? 'bearer';
        return anyDocumentedRequest(document, prefix).map((request) => ({ ...request, scheme }));
      }),
    );
    const scopes = [...new Set([...documents.values()].flatMap(scopesOf))].join(' ');
    const tokenOf = memoize((scope) => signToken({ scope: scope === ALL_SCOPES ? `${scope} ${scopes}` : scope }));
    const responses: string[] = [];
    for (const [index, request] of fc.sample(anyRequest, { seed: SEED, numRuns: REQUESTS }).entries()) {
      const { method, path, scope, scheme, body } = request;
      const authorization = scope !== null && { authorization: `${scheme} ${await tokenOf(scope)}` };
      const headers = { host: 'localhost', 'x-request-id': `guard-${index}`, ...authorization, ...request.headers };
      const response = await sendRequest(url, path, method, headers, body);
      const shown = Object.entries(response.headers).filter(([name]) => !MOMENTARY.has(name));
      const lines = [
        `${method} ${path}`,
        String(response.status),
        ...shown.map(([name, value]) => `${name}: ${value}`),
      ];
      responses.push([...lines, '', response.body].join('\n'));
    }
    return responses.join('\n\n').replaceAll(UUID, 'UUID');
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

/** The scopes that the operations of a document ask for. */
function scopesOf(text: string): string[] {
  const found: string[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'x-scopes') found.push(...(value as string[][][]).flat(2));
    return value;
  });
  return found;
}

function memoize(sign: (scope: string) => Promise<string>) {
  const tokens = new Map<string, Promise<string>>();
  return (scope: string) => tokens.get(scope) ?? tokens.set(scope, sign(scope)).get(scope)!;
}

async function listens(url: URL): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}
