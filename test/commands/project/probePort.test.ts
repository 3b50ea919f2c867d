import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { explainError } from '../../../src/project/UsageError.ts';
import { probePort } from '../../../src/project/probePort.ts';

test('rejects while the port is in use, and leaves a free one free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(probePort({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  const error: unknown = await probePort({ host: '127.0.0.1', port }, 'HEALTH_PORT').catch((thrown: unknown) => thrown);
  expect(explainError(error)).toBe(
    `portico: Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set HEALTH_PORT to another port (0 takes any free one).\n`,
  );
  other.close();
  await once(other, 'close');
  await probePort({ host: '127.0.0.1', port });
  await probePort({ host: '127.0.0.1', port });
});
