// The order of the end of a refused upload: that the refusal waits is seen by spies alone.
import { type GraphQLScalarType, buildSchema } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OVERLOADED } from '../../../src/gateway/base/errors/knownErrors.ts';
import { HeldRefusals } from '../../../src/gateway/guard/limits/HeldRefusals.ts';
import { Lane } from '../../../src/gateway/guard/limits/Lane.ts';
import { UploadStore } from '../../../src/gateway/handle/read/UploadStore.ts';
import { createPortico } from '../../../src/gateway/index.ts';
import { folderOf } from '../../library/support/folderOf.ts';

const schema = buildSchema('scalar Upload type Query { a: ID } type Mutation { store(file: Upload!): ID }');
(schema.getType('Upload') as GraphQLScalarType).parseValue = (value) => value;

test('the file of a request that is refused for overload is deleted before the refusal waits', async () => {
  const document =
    'mutation store($file: Upload!) @endpoint(method: PUT, path: "/raw", body: "file") { store(file: $file) }';
  const { fetch: send } = createPortico({ schema, endpoints: folderOf({ 'v1/store.graphql': document }) });
  const close = vi.spyOn(UploadStore.prototype, 'close');
  vi.spyOn(Lane.prototype, 'enter').mockRejectedValue(OVERLOADED);
  vi.spyOn(Lane.prototype, 'has').mockReturnValue(true);
  const hold = vi.spyOn(HeldRefusals.prototype, 'hold').mockResolvedValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const headers = { 'content-type': 'text/plain' };
  const { status } = await send(new Request('http://localhost/v1/raw', { method: 'PUT', body: 'x', headers }));
  expect([status, hold.mock.calls.length, close.mock.calls.length]).toEqual([503, 1, 1]);
  expect(close.mock.invocationCallOrder[0]).toBeLessThan(hold.mock.invocationCallOrder[0]!);
});
