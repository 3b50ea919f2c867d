import type { IncomingMessage, ServerResponse } from 'node:http';

/** Server-sent events with the current state. See https://html.spec.whatwg.org/#server-sent-events */
export interface EventStream {
  /** Responds with the current state, and then with each one that follows. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Replaces the state, which is JSON. */
  send(state: unknown): void;
  /** Ends the responses. */
  close(): void;
}

/** Creates a stream with its first state. */
export function createEventStream(first: unknown): EventStream {
  const responses = new Set<ServerResponse>();
  let event = eventOf(first);
  return {
    handle: ({ socket }, response) => {
      // The server closes connections on which nothing happens.
      socket.setTimeout(0);
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(event);
      responses.add(response);
      response.once('close', () => responses.delete(response));
    },
    send: (state) => {
      event = eventOf(state);
      for (const response of responses) response.write(event);
    },
    close: () => {
      for (const response of responses) response.end();
    },
  };
}

/** JSON has no line breaks, which would end the data. */
function eventOf(state: unknown): string {
  return `data: ${JSON.stringify(state)}\n\n`;
}
