// The errors of a host as `mapError` makes them those of responses.
import { GraphQLError, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { type PorticoFailure, type PorticoOptions, createPortico } from '../../src/gateway/index.ts';
import { ServiceError } from '../../src/gateway/server.ts';
import { folderOf } from './support/folderOf.ts';

type Mapped = ReturnType<NonNullable<PorticoOptions['mapError']>>;
const endpoints = folderOf({ 'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { a }' });
const schema = buildSchema('type Query { a: Int }');

/** The error that the host has thrown, as a log has it: the last of the causes. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/** Status, code and message of the response to an error that is mapped so, and the message of what is reported. */
async function send(mapError: () => unknown, thrown = new Error('closed')) {
  const reports: PorticoFailure[] = [];
  const portico = createPortico({
    schema,
    endpoints,
    context: () => Promise.reject(thrown),
    mapError: mapError as () => Mapped,
    report: (failure) => void reports.push(failure),
  });
  const headers = { accept: 'application/problem+json' };
  const response = await portico.fetch(new Request('http://localhost/v1/a', { headers }));
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  return [response.status, code, detail, ...reports.map(({ error }) => innermost(error).message)];
}

test.each<[unknown, number, string, string]>([
  [{ status: 404 }, 404, 'NOT_FOUND', 'Not Found'],
  [{ status: 400 }, 400, 'BAD_REQUEST', 'Bad Request'],
  [{ status: 401 }, 401, 'UNAUTHENTICATED', 'Unauthorized'],
  [{ status: 402 }, 402, 'PAYMENT_REQUIRED', 'Payment Required'],
  [{ status: 418 }, 418, 'IM_A_TEAPOT', "I'm a Teapot"],
  [{ status: 499 }, 499, 'ERROR', 'Error'],
  [{ status: 422, code: 'ODD', message: 'Odd.' }, 422, 'ODD', 'Odd.'],
])('%j has the defaults of its status', async (mapped, ...expected) => {
  expect(await send(() => mapped)).toEqual(expected);
});

test('an error of the host of status 599 is reported with its cause', async () => {
  expect(await send(() => ({ status: 599, code: 'ODD', message: 'Odd.' }))).toEqual([599, 'ODD', 'Odd.', 'closed']);
});

const INTERNAL = [500, 'INTERNAL_SERVER_ERROR', 'Internal server error; it has been logged.'];
test.each<[unknown, string]>([
  [undefined, 'closed'],
  [null, 'closed'],
  [Promise.resolve({ status: 400 }), 'mapError must not be asynchronous.'],
  ...[200, 399, 600, 404.5, '404', undefined].map((status): [unknown, string] => [
    { status },
    `mapError must return a status from 400 to 599, not ${String(status)}.`,
  ]),
  ...[{ code: {} }, { code: '' }, { code: 'a b' }, { message: {} }, { message: '' }].map((own): [unknown, string] => [
    { status: 400, ...own },
    'mapError must return a code such as NOT_FOUND and a message that is not empty, where it returns them.',
  ]),
])('%j leaves the error to Portico, or is reported as a defect: %s', async (mapped, message) => {
  expect(await send(() => mapped)).toEqual([...INTERNAL, message]);
});

test('an error with a code of Portico is mapped, too', async () => {
  const thrown = new GraphQLError('Too late.', { extensions: { code: 'TIMEOUT' } });
  expect(await send(() => ({ status: 400 }), thrown)).toEqual([400, 'BAD_REQUEST', 'Bad Request']);
});

test('an error of Portico is not mapped', async () => {
  expect(await send(() => ({ status: 400 }), new ServiceError('CONFLICT', 'Taken.'))).toEqual([
    409,
    'CONFLICT',
    'Taken.',
  ]);
});
