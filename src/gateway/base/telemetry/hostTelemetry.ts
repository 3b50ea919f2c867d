// The SDK of a host, which registers itself for the whole process. Without one, no package of OpenTelemetry is loaded.
import type { Telemetry } from './Telemetry.ts';

/** Under this name, all copies of `@opentelemetry/api` of a process find what is registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/**
 * Returns a function that returns the measurements over the SDK of the host: undefined while none is registered, and until the package
 * is loaded.
 */
export function observeHost(): () => Telemetry | undefined {
  let telemetry: Telemetry | undefined;
  let isLoading = false;
  const find = () => {
    if (isLoading) return telemetry;
    const { trace, metrics } = Object(Reflect.get(globalThis, REGISTERED)) as { trace?: object; metrics?: object };
    if (!trace && !metrics) return undefined;
    isLoading = true;
    void load(trace !== undefined).then((loaded) => (telemetry = loaded));
    return undefined;
  };
  find();
  return find;
}

async function load(traces: boolean): Promise<Telemetry | undefined> {
  // Bundlers let it be missing where that is handled; webpack where it leaves it alone.
  const api = await import(/* webpackIgnore: true */ '@opentelemetry/api').catch(() => undefined);
  if (!api) return undefined;
  const { createTelemetry } = await import('./createTelemetry.ts');
  return createTelemetry(api, { traces, isHosted: true });
}
