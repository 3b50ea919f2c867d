// All documents that an API can send, against the requests that its OpenAPI document describes.
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { mockSchema } from '../../../src/authoring/mock/mockSchema.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { createEngine } from '../../../src/gateway/serve/createEngine.ts';
import { prepareRemote } from '../../../src/gateway/execute/remote/prepareRemote.ts';
import { readSchemaFile } from '../../../src/gateway/execute/remote/readSchemaFile.ts';
import { listDocuments } from '../../../src/gateway/handle/executedDocuments.ts';
import { type RequestDocument, anyDocumentedRequest } from '../../systems/fuzz/anyDocumentedRequest.ts';
import { trustingUpstream } from '../../library/facade/support/trustingUpstream.ts';

const EVERY_WORD = 'test/promises/contract/everyWord';
type Paths = RequestDocument['paths'];
const readsOf = (paths: Paths): Paths =>
  Object.fromEntries(Object.entries(paths).flatMap(([path, { get }]) => (get ? [[path, { get }]] : [])));
const pathOf = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

test.each([
  ['the service', 'schema/supergraph.graphql', 'schema/rest'],
  ['every word of the vocabulary', `${EVERY_WORD}/schema.graphql`, `${EVERY_WORD}/endpoints`],
  ...['jsonapi-style', 'zalando-style', 'google-style'].map((name): [string, string, string] => [
    name,
    `examples/${name}/schema.graphql`,
    `examples/${name}/endpoints`,
  ]),
])('a request to %s sends only documents that are listed', async (_, file, folder) => {
  const isRecursive = folder.startsWith(EVERY_WORD);
  const schema = readSchemaFile({ file: pathOf(file), access: false });
  const plan = compileApi(pathOf(folder), schema);
  const { stub, known, unknown, texts, as } = await trustingUpstream(mockSchema(schema, plan.versions[0]!.conventions));
  onTestFinished(stub.close);
  const listed = listDocuments(plan, schema);
  for (const { id, body } of listed) known.set(id, body);
  const engine = createEngine({
    plan,
    schema,
    prepare: prepareRemote(as('id'), { schema }),
    keysWithoutCaller: true,
    runOnce: async (_request, { run }) => run(),
    report: () => {},
    settings: { basePath: '' },
  });
  const { openApi } = engine;
  const requests = [...openApi].flatMap(([path, document]) => {
    // The unversioned document describes the same endpoints again, unless it is the only one.
    if (path === '/openapi.json' && openApi.size > 1) return [];
    const described = document as unknown as RequestDocument;
    // Inputs of a recursive type would have no end.
    const paths = isRecursive ? readsOf(described.paths) : described.paths;
    return [anyDocumentedRequest({ ...described, paths }, path.replace('/openapi.json', ''))];
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(...requests), async ({ method, path, headers, body }) => {
      await engine.handle({
        method,
        target: path,
        headers,
        requestId: 'request-1',
        signal: new AbortController().signal,
        readBody: async () => Buffer.from(body ?? ''),
        drainBody: async () => {},
      });
      expect({ unknown, texts }).toEqual({ unknown: [], texts: [] });
    }),
    { numRuns: 200 },
  );
  const sent = new Set(stub.received.map(({ body }) => body.operationName));
  const reads = new Set(listed.filter(({ type }) => type === 'query').map(({ name }) => name));
  expect(sent.size).toBeGreaterThan(reads.size / 2);
});
