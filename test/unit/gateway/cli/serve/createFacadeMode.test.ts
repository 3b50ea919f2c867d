import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { UpstreamOptions } from '../../../../../src/gateway/cli/serve/addUpstreamOptions.ts';
import { createFacadeMode } from '../../../../../src/gateway/cli/serve/createFacadeMode.ts';
import { readSettings } from '../../../../../src/gateway/config/readSettings.ts';
import { createLogger } from '../../../../../src/gateway/telemetry/createLogger.ts';
import { stubUpstream } from '../../execution/remote/stubUpstream.ts';

const stub = await stubUpstream();
afterAll(() => stub.close());
const schema = fileURLToPath(new URL('../support/greeting.graphql', import.meta.url));
const endpoints = fileURLToPath(new URL('../support/endpoints', import.meta.url));
const settings = readSettings({ PORT: '0' });
const defaults = {
  endpoints,
  createPublisher: () => ({ contact: { name: 'Ada' }, license: { name: 'MIT' } }),
};
const upstream = stub.url.href;

test.each<[UpstreamOptions, string]>([
  [{}, '--upstream is required: the URL of a GraphQL API.'],
  [{ upstream: 'x', endpoints }, '--upstream must be an http or https URL'],
  [{ upstream }, '--endpoints or --plan is required: the folder of your endpoint documents, or a built plan.'],
  [{ upstream, endpoints, upstreamHeader: ['x'] }, '--upstream-header must have the form'],
])('%j is refused', (options, message) => {
  expect(() => createFacadeMode(settings, options)).toThrow(message);
});

test.each<[UpstreamOptions, string]>([
  [{ upstream, endpoints: '/nowhere' }, '--endpoints: the folder /nowhere cannot be read'],
  [{ upstream, endpoints, schema: '/nowhere' }, '--schema: the file /nowhere cannot be read'],
])('the check of %j rejects', async (options, message) => {
  await expect(createFacadeMode(settings, options).check()).rejects.toThrow(message);
});

test.each([
  ['the default documents with their publisher', {}, { name: 'Ada' }],
  ['given documents without it', { endpoints }, undefined],
])('serves %s', async (_, options, contact) => {
  const mode = createFacadeMode(settings, { upstream, schema, ...options }, { api: defaults });
  await mode.check();
  const { server, greeting } = await mode.start({ log: createLogger('silent') }, false);
  const document = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as { info: { contact?: unknown } };
  await server.close();
  expect(document.info.contact).toEqual(contact);
  expect(greeting).toContain(`Portico is ready at ${server.url}, in front of ${stub.url.origin}${stub.url.pathname}\n`);
});

test('can have several workers, and prepares nothing for them', () => {
  expect(createFacadeMode(settings, { upstream, endpoints })).not.toMatchObject({ singleProcess: expect.anything() });
});
