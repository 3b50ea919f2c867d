// A response as data, and the headers that are more than one value.
import { type TraceContext, formatTraceparent } from '../base/telemetry/traceContext.ts';
import { MAX_FIELD_LENGTH, parseList } from './fieldSyntax.ts';

/** A response, ready to be written as it is. Header names are in lower case. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Text, or bytes where it has a content coding; null without a body, as for HEAD, whose Content-Length is that of GET. */
  body: string | Uint8Array | null;
  /** A body that is made while it is sent, in place of `body`. */
  stream?: BodyStream | undefined;
  /** A field that is known only when the stream has ended, where it may have one. See RFC 9110, section 6.5. */
  trailer?: { name: string; read(): string | undefined } | undefined;
  /** Whether its headers are all that is sent. Absent: those of every response are added where it is written. */
  isComplete?: true;
}

/** The parts of a body. `return` abandons it at once, and ends what makes it. */
export interface BodyStream extends AsyncIterable<string | Uint8Array> {
  next(): Promise<IteratorResult<string | Uint8Array, unknown>>;
  return(): Promise<IteratorResult<string | Uint8Array, unknown>>;
  [Symbol.asyncIterator](): BodyStream;
}

/** The stream, which calls `onEnd` once, when it has ended, failed or been abandoned. */
export function observeEnd(stream: BodyStream, onEnd: () => void): BodyStream {
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) onEnd();
    hasEnded = true;
  };
  const observed: BodyStream = {
    async next() {
      try {
        const result = await stream.next();
        if (result.done) end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    return() {
      end();
      return stream.return();
    },
    [Symbol.asyncIterator]: () => observed,
  };
  return observed;
}

/** An error with the trace in which it can be found. See https://w3c.github.io/trace-context/#traceresponse-header */
export function withTrace(reply: Reply, trace: TraceContext | undefined): Reply {
  if (!trace || reply.status < 400) return reply;
  return { ...reply, headers: { ...reply.headers, traceresponse: formatTraceparent(trace) } };
}

/** A Vary header with one more name, which is case-insensitive. See RFC 9110, section 12.5.5. */
export function addVary(vary: string | undefined, name: string): string {
  const names = parseList(vary);
  if (names.length === 0) return name;
  const isListed = names.some((listed) => listed === '*' || listed.toLowerCase() === name.toLowerCase());
  return isListed ? vary! : `${vary}, ${name}`;
}

/** For errors, and for endpoints without `maxAge`. See RFC 9111, section 5.2.2. */
export const NO_STORE = 'private, no-store';

/** The `Cache-Control` of a success; `maxAge` in seconds. */
export function cacheControl(maxAge: number | undefined, scope: 'PRIVATE' | 'PUBLIC' = 'PRIVATE'): string {
  return maxAge === undefined ? NO_STORE : `${scope.toLowerCase()}, max-age=${maxAge}`;
}

/** A link of a response. See RFC 8288, section 3. */
export interface WebLink {
  /** A URI reference, with everything encoded that must not stand between angle brackets. */
  target: string;
  relation: string;
  /** Media type of the target. */
  type?: string;
}

/** The value of a Link header; undefined without links, or where it would be too long for clients. */
export function renderLinkHeader(links: readonly WebLink[]): string | undefined {
  let value = '';
  for (const link of links) value += value === '' ? renderLink(link) : `, ${renderLink(link)}`;
  return value !== '' && value.length <= MAX_FIELD_LENGTH ? value : undefined;
}

/** One link of a Link header. */
export function renderLink({ target, relation, type }: WebLink): string {
  return `<${target}>; rel="${relation}"${type === undefined ? '' : `; type="${type}"`}`;
}
