import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventStream, createEventStream } from '../../../../src/authoring/dev/createEventStream.ts';

let events: EventStream;
let url: string;
let answered: ServerResponse;
const server = createServer((request, response) => events.handle(request, (answered = response)));
beforeEach(async () => {
  events = createEventStream({ text: 'first' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  events.close();
  server.close();
});

test('sends the current state, and each one that follows, as events', async () => {
  events.send({ text: 'two\nlines' });
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('data: {"text":"two\\nlines"}\n\n');
  events.send({ text: 'three' });
  expect((await reader.read()).value).toBe('data: {"text":"three"}\n\n');
  events.close();
  expect((await reader.read()).done).toBe(true);
});

test('forgets clients that have gone', async () => {
  const abort = new AbortController();
  await fetch(url, { signal: abort.signal });
  const closed = once(answered, 'close');
  abort.abort();
  await closed;
  events.send({ text: 'nobody reads' });
  const response = await fetch(url);
  events.close();
  expect(await response.text()).toBe('data: {"text":"nobody reads"}\n\n');
});
