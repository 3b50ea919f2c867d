// @ts-check
// The server of HEALTH_PORT, in a thread of its own: it responds while the main thread is busy. It decides whether the main thread
// is alive, and passes everything else on to it. JavaScript, because Node 20 loads no TypeScript into a thread, and so are its imports,
// which are Node's and the limits of connections: nothing of the engine has to be loaded twice. See `startHealthServer`.
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { createBoundedServer } from './createBoundedServer.js';

/** Requests that may wait for the main thread. */
const MAX_WAITING = 100;

/** @type {import('./startHealthServer.ts').HealthThreadData} */
const { host, port, limits, state, requestIds, replies, maxSilenceMs, answerTimeoutMs } = workerData;
const [LAST_TURN, DRAINING] = [0, 1];
const shared = new BigInt64Array(state);
/** @typedef {import('../../http/Reply.ts').Reply} Reply */
/** @type {Map<number, (reply: Reply) => void>} */
const waiting = new Map();
let lastId = 0;
/** Whether the last reply about readiness was that the process is ready, also one that came too late for its probe. */
let wasReady = false;

parentPort?.on('message', ({ id, reply }) => {
  waiting.get(id)?.(reply);
  waiting.delete(id);
});

const server = createBoundedServer(limits, (address) => parentPort?.postMessage({ limited: address }));

server.on('request', async (request, response) => {
  const { method = '', url = '', headers } = request;
  const given = headers['x-request-id'];
  const requestId = typeof given === 'string' && requestIds.test(given) ? given : randomUUID();
  const path = url.replace(/\?.*/s, '').replace(/(?<=.)\/$/, '');
  const isRead = method === 'GET' || method === 'HEAD';
  /** @param {Reply} reply */
  const write = ({ status, headers: fields, body }) => {
    response.writeHead(status, { ...fields, 'x-request-id': requestId, 'x-content-type-options': 'nosniff' });
    response.end(body);
  };
  if (isRead && path === '/health/live') return write(isSilent() ? silentReply(requestId) : replies.ok);
  const isReadiness = isRead && path === '/health/ready';
  const asked = ask({ method, target: url, accept: headers.accept, requestId });
  if (isReadiness) asked.then((late) => (wasReady = late.status === 200));
  const reply = isSilent() ? undefined : await inTime(asked);
  if (reply) return write(reply);
  // A busy process is as ready as it was.
  const isReady = isReadiness && wasReady && !isSilent() && Atomics.load(shared, DRAINING) === 0n;
  write(isReady ? replies.ok : silentReply(requestId));
});

function isSilent() {
  return process.hrtime.bigint() - Atomics.load(shared, LAST_TURN) > BigInt(maxSilenceMs) * 1_000_000n;
}

/**
 * The reply of the main thread, however late it comes; never, where too many requests wait for one.
 * @param {import('./startHealthServer.ts').HealthRequest} request
 * @returns {Promise<Reply>}
 */
function ask(request) {
  return new Promise((resolve) => {
    if (waiting.size >= MAX_WAITING) return;
    const id = ++lastId;
    waiting.set(id, resolve);
    parentPort?.postMessage({ id, request });
  });
}

/**
 * @param {Promise<Reply>} reply
 * @returns {Promise<Reply | undefined>}
 */
async function inTime(reply) {
  /** @type {NodeJS.Timeout | undefined} */
  let timeout;
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => (timeout = setTimeout(() => resolve(undefined), answerTimeoutMs)));
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timeout);
  }
}

/**
 * @param {string} requestId
 * @returns {Reply}
 */
function silentReply(requestId) {
  const body = String(replies.silent.body).replaceAll(replies.requestId, () => requestId);
  return {
    ...replies.silent,
    headers: { ...replies.silent.headers, 'content-length': String(Buffer.byteLength(body)) },
    body,
  };
}

server.on('error', ({ message, ...error }) => parentPort?.postMessage({ error: { message, ...error } }));
server.listen({ host, port }, () => parentPort?.postMessage({ address: server.address() }));
