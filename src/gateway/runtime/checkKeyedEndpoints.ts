import { DiagnosticCollector, DocumentError, shortPath } from '../errors/Diagnostic.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { RuntimeOptions } from './createRuntime.ts';

/**
 * Warnings about endpoints that take an Idempotency-Key which nothing can honour, so that requests with one are refused. Throws a
 * DocumentError where an endpoint requires the header: no request to it would succeed.
 */
export function checkKeyedEndpoints({ versions }: ApiPlan, options: KeyOptions): string[] {
  const lack = findLack(options);
  const keyed = versions.flatMap(({ endpoints }) => endpoints.filter((each) => each.idempotencyKey !== undefined));
  if (!lack || keyed.length === 0) return [];
  const refused = new DiagnosticCollector();
  for (const { idempotencyKey, source } of keyed) {
    if (idempotencyKey !== 'REQUIRED') continue;
    const { file, line } = source;
    const message = `idempotencyKey: REQUIRED needs ${lack.what}.`;
    refused.add({ file: shortPath(file), line, column: 1, message, hint: lack.hint });
  }
  if (refused.diagnostics.length > 0) throw new DocumentError(refused.diagnostics);
  const names = [...new Set(keyed.map(({ name }) => name))];
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
  return [`Requests with an Idempotency-Key are refused (${shown}): that needs ${lack.what}. ${lack.hint}`];
}

type KeyOptions = Pick<RuntimeOptions, 'runOnce' | 'authenticate' | 'keysWithoutCaller'>;

function findLack({
  runOnce,
  authenticate,
  keysWithoutCaller,
}: KeyOptions): { what: string; hint: string } | undefined {
  if (!runOnce) {
    const hint = 'Set IDEMPOTENCY_REDIS_URL, or pass the option idempotency to createPortico.';
    return { what: 'a store of responses', hint };
  }
  if (authenticate || keysWithoutCaller) return undefined;
  const hint = 'Set AUTH_JWKS_URL, AUTH_PUBLIC_KEY or AUTH_SECRET, or pass the option authenticate to createPortico.';
  return { what: 'callers, to whom keys belong, but nothing authenticates', hint };
}
