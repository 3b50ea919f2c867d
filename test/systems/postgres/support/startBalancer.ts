// A minimal load balancer: it distributes requests over the ready ports in turn, without retries.
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: URL;
  /** Adds a port, which receives requests as long as it is ready. */
  add(port: string): void;
  /** Resolves when this port receives no more requests. */
  untilUnready(port: string): Promise<void>;
  /** Errors between the balancer and the processes. */
  failures: string[];
  close(): Promise<void>;
}

/** The interval of readiness checks. */
const CHECK_INTERVAL_MS = 100;

/** Starts a balancer over local ports; it reuses its connections to them. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  const waiting = new Map<string, () => void>();
  const failures: string[] = [];
  let turn = 0;

  const server = createServer((incoming, outgoing) => {
    const ports = [...ready].filter(([, isReady]) => isReady).map(([port]) => port);
    const port = ports[turn++ % ports.length];
    if (port === undefined) {
      failures.push('no port is ready');
      return void outgoing.writeHead(502).end();
    }
    const { method, url, headers } = incoming;
    const { connection: _, ...forwarded } = headers;
    const forward = request({ agent, host: '127.0.0.1', port, method, path: url, headers: forwarded }, (answer) => {
      if ((answer.statusCode ?? 0) >= 500) failures.push(`${method} ${url} is ${answer.statusCode}`);
      const { connection: _hop, 'keep-alive': _keepAlive, ...passed } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 0, passed);
      answer.pipe(outgoing);
      answer.on('error', (error) => failures.push(`${method} ${url} ends with ${error.message}`));
    });
    forward.on('error', (error) => {
      failures.push(`${method} ${url} fails with ${error.message}`);
      outgoing.destroy();
    });
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const checks = setInterval(() => {
    for (const port of ready.keys()) {
      const probe = request({ host: '127.0.0.1', port, path: '/health/ready', agent: false }, (answer) => {
        answer.resume();
        setReady(port, answer.statusCode === 200);
      });
      probe.on('error', () => setReady(port, false)).end();
    }
  }, CHECK_INTERVAL_MS);

  function setReady(port: string, isReady: boolean): void {
    if (!ready.has(port)) return;
    ready.set(port, isReady);
    const resolve = isReady ? undefined : waiting.get(port);
    if (!resolve) return;
    waiting.delete(port);
    ready.delete(port);
    resolve();
  }

  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    add: (port) => void ready.set(port, true),
    untilUnready: (port) => new Promise((resolve) => waiting.set(port, resolve)),
    failures,
    close: async () => {
      clearInterval(checks);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
