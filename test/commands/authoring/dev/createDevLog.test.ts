import path from 'node:path';
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { createDevLog } from '../../../../src/authoring/dev/createDevLog.ts';
import { logRequest, reportFailure } from '../../../../src/gateway/base/telemetry/requestLog.ts';

function open(level = 'info') {
  const lines: string[] = [];
  return { lines, log: createDevLog((text) => void lines.push(text), level, '/api/docs/') };
}
const REQUEST = {
  method: 'GET',
  path: '/api/a',
  status: 200,
  milliseconds: 1.5,
  requestId: '1',
  subject: undefined,
  client: 'app',
};

test('prints a request in one line', () => {
  const { lines, log } = open();
  logRequest(log, false, REQUEST);
  logRequest(log, false, { ...REQUEST, method: 'DELETE', status: 0 });
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d GET {4}\/api\/a 200 1\.5 ms$/),
    expect.stringMatching(/DELETE \/api\/a aborted 1\.5 ms$/),
  ]);
});

const FAILURE = { requestId: '1', method: 'GET', path: '/api/a', error: new Error('Not loaded yet.') };

test('prints the cause of a failure', () => {
  const { lines, log } = open();
  const error = new Error('Internal error.', { cause: new Error('connect ECONNREFUSED') });
  reportFailure(log, { ...FAILURE, error });
  logRequest(log, false, { ...REQUEST, status: 500 });
  expect(lines).toEqual([
    'GET /api/a: request failed',
    expect.stringMatching(/^ {2}connect ECONNREFUSED\n {4}at .*createDevLog\.test\.ts/),
    expect.stringContaining(' 500 '),
  ]);
});

test('prints where a field failed: its path and the endpoint document, and no frames of libraries', () => {
  const { lines, log } = open();
  const cause = new GraphQLError('Unexpected error.', { path: ['posts', 'nodes', 6, 'author'] });
  cause.stack = 'Error: Unexpected error.\n    at Array.map (<anonymous>)\n    at read (/a/node_modules/b/c.js:1:2)';
  const error = new Error('Internal error.', { cause });
  reportFailure(log, { ...FAILURE, error, document: path.resolve('rest/v1/listPosts.graphql') });
  expect(lines).toEqual([
    'GET /api/a: request failed (rest/v1/listPosts.graphql)',
    '  Unexpected error.\n    at posts.nodes[6].author',
  ]);
});

test('prints the code of an error that errors.codes does not have', () => {
  const { lines, log } = open();
  const cause = new GraphQLError('None left.', { path: ['order'], extensions: { code: 'OUT_OF_STOCK' } });
  cause.stack = '';
  reportFailure(log, { ...FAILURE, error: new Error('Internal error.', { cause }) });
  expect(lines[1]).toBe('  None left.\n    at order\n    with extensions.code OUT_OF_STOCK');
});

test('prints the path of an error that a resolver threw, with its code', () => {
  const { lines, log } = open();
  const thrown = new Error('The author is gone.');
  const cause = new GraphQLError(thrown.message, { path: ['author'], originalError: thrown });
  reportFailure(log, { ...FAILURE, error: new Error('Internal error.', { cause }) });
  expect(lines[1]).toMatch(/^ {2}The author is gone\.\n {4}at author\n {4}at .*createDevLog\.test\.ts/);
});

test('prints no code for an error of Portico itself', () => {
  const { lines, log } = open();
  reportFailure(log, FAILURE);
  expect(lines).toEqual(['GET /api/a: request failed', '  Not loaded yet.']);
});

test('omits health probes and the files of the documentation', () => {
  const { lines, log } = open();
  logRequest(log, true, REQUEST);
  logRequest(log, false, { ...REQUEST, path: '/api/docs/assets/site.css' });
  logRequest(log, false, { ...REQUEST, path: '/api/docs' });
  expect(lines).toHaveLength(1);
});

test('prints warnings, and nothing at the level silent', () => {
  const { lines, log } = open();
  log.warn('AUTH_ISSUER is not set');
  log.info('reported');
  expect(lines).toEqual(['warning: AUTH_ISSUER is not set', 'reported']);
  const quiet = open('silent');
  logRequest(quiet.log, false, REQUEST);
  expect(quiet.lines).toEqual([]);
});

test('prints failures of requests that have no line', () => {
  const { lines, log } = open('error');
  reportFailure(log, FAILURE);
  logRequest(log, false, { ...REQUEST, status: 503 });
  const probed = open();
  reportFailure(probed.log, FAILURE);
  logRequest(probed.log, true, { ...REQUEST, status: 503 });
  for (const printed of [lines, probed.lines])
    expect(printed).toEqual(['GET /api/a: request failed', '  Not loaded yet.']);
});

test('prints a request of the documentation that failed', () => {
  const { lines, log } = open();
  logRequest(log, false, { ...REQUEST, path: '/api/docs/changes', status: 500 });
  expect(lines).toEqual([expect.stringMatching(/GET {4}\/api\/docs\/changes 500/)]);
});
