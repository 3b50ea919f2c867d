// A whole list as a response: its pages are read one after another, each when the one before is written, in a turn of its own.
import { namesOnWire } from '../../plan/conventions/headerRules.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { OVERLOADED, internalError } from '../../base/errors/knownErrors.ts';
import { REQUEST_COST } from '../../guard/limits/createAdmission.ts';
import { endOf } from '../../plan/ResultPlan.ts';
import { type BodyStream, type Reply, renderLinkHeader } from '../../http/Reply.ts';
import { RequestSignal } from '../../http/signals.ts';
import { prepareCursorScope, encodeCursor } from '../read/cursors.ts';
import type { Executed } from '../Executed.ts';
import type { CheckedRequest, Runtime } from '../Runtime.ts';
import type { RowFormat } from '../render/prepareFormats.ts';
import { type ListAddress, linkTargets } from '../render/pageNavigation.ts';
import { readPageCounts } from '../render/preparePage.ts';
import type { BodyContext } from '../render/values.ts';
import { REQUEST_TIMEOUT_MS } from '../withDeadline.ts';
import { authenticate } from './checkCaller.ts';
import { execute } from './executeEndpoint.ts';

/** Credentials are read again after this time. */
const CREDENTIALS_CHECKED_MS = 1_000;

/** The time between two attempts to read a page while too much work waits. */
const RETRY_MS = 250;

/** Pages without rows one after another, and pages beyond those that a list of full pages has. */
const MAX_EMPTY_PAGES = 1_000;

interface StreamOptions {
  list: RowFormat;
  context: BodyContext;
  address: ListAddress;
  report(error: ServiceError, isCaught?: true): void;
}

/**
 * The reply whose body is a stream, after its first page. The stream fails, which is reported once, where a page does, where the
 * credentials are not valid any more, and where a cursor leads nowhere; a client that leaves ends what executes for it. One that ends
 * before the list has the Link to the next rows as a trailer.
 */
export function streamRows(
  runtime: Runtime,
  checked: CheckedRequest,
  first: { executed: Executed; reply: Reply },
  { list, context, address, report }: StreamOptions,
): Reply {
  const { request, endpoint, inputs } = checked;
  const plan = endpoint.plan.page!;
  const shape = endOf(endpoint.plan.result);
  const path = shape.kind === 'connection' ? shape.path : [];
  const signal = new RequestSignal();
  let checkedAt = Date.now();
  let link: string | undefined;

  async function readPage(after: string, rows: number): Promise<Executed> {
    if (Date.now() - checkedAt >= CREDENTIALS_CHECKED_MS) {
      await authenticate(runtime, endpoint, request);
      checkedAt = Date.now();
    }
    const deadline = Date.now() + REQUEST_TIMEOUT_MS;
    const variables = { ...inputs.variables, [plan.variables.first]: rows, [plan.variables.after]: after };
    const run = () =>
      execute({ ...checked, request: { ...request, signal, deadline } }, { ...inputs, variables }, { report });
    const { admission } = runtime;
    if (!admission) return run();
    const work = {
      cost: REQUEST_COST + endpoint.operation('CURSOR').costOf(variables),
      caller: checked.callerKey,
      deadline,
      signal,
    };
    // A client cannot send the request again from here, so that it waits as long as a page may take. Nothing ran where it is refused.
    for (;;) {
      try {
        return await admission.run(work, run);
      } catch (thrown) {
        if (thrown !== OVERLOADED || Date.now() + RETRY_MS >= deadline) throw thrown;
        await pause(signal);
        signal.throwIfAborted();
      }
    }
  }

  async function* readRows(): AsyncGenerator<string> {
    const { maxLimit } = plan.limits;
    const { name } = endpoint.plan;
    const limit = inputs.page?.style === 'CURSOR' ? inputs.page.rows! : 0;
    const maxPages = Math.ceil(limit / maxLimit) + MAX_EMPTY_PAGES;
    let left = limit;
    let emptyPages = 0;
    // A cursor, kept for twice as many pages each time: it comes again in a cycle of any length.
    let seen: { cursor: string | null; until: number } = { cursor: null, until: 1 };
    let { executed } = first;
    let text = list.begin(context);
    try {
      for (let page = 1; ; page++) {
        const rows = list.rows(executed.value, context, left);
        const { pageInfo } = readPageCounts(executed, plan.fields, path);
        text += rows.text;
        if (text !== '') yield text;
        if (rows.count > left) {
          // No cursor leads to the rows that are cut, so that there is no Link.
          const size = Math.min(maxLimit, left);
          return report(internalError(new Error(`${name} has ${rows.count} rows on a page of ${size}.`)));
        }
        left -= rows.count;
        if (!pageInfo?.hasNextPage) return;
        const next = pageInfo.endCursor;
        if (next === null || next === seen.cursor)
          throw new Error(`${name} has a next page, but its cursor leads to no other page.`);
        if (left <= 0) {
          link = linkTo(next, checked, address);
          return;
        }
        emptyPages = rows.count === 0 ? emptyPages + 1 : 0;
        if (emptyPages === MAX_EMPTY_PAGES)
          throw new Error(`${name} has ${MAX_EMPTY_PAGES} pages without rows one after another.`);
        if (page === maxPages) throw new Error(`${name} has more than ${maxPages} pages for ${limit} rows.`);
        if (page === seen.until) seen = { cursor: next, until: page * 2 };
        text = '';
        executed = await readPage(next, Math.min(maxLimit, left));
      }
    } catch (thrown) {
      const error = thrown instanceof ServiceError ? thrown : internalError(thrown);
      if (!signal.aborted || thrown !== signal.reason) report(error);
      throw thrown;
    }
  }

  const rows = readRows();
  const abort = () => signal.abort(request.signal.reason);
  const stream: BodyStream = {
    next() {
      if (request.signal.aborted) abort();
      else request.signal.addEventListener('abort', abort, { once: true });
      return rows.next();
    },
    // A generator returns only after its next value.
    return() {
      signal.abort();
      return rows.return(undefined);
    },
    [Symbol.asyncIterator]: () => stream,
  };
  const [name] = namesOnWire('Link', endpoint.version.conventions);
  return { ...first.reply, stream, trailer: name === undefined ? undefined : { name, read: () => link } };
}

/** Waits for the time between two attempts, or until the signal is aborted. */
function pause(signal: RequestSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timeout = setTimeout(end, RETRY_MS);
    signal.addEventListener('abort', end);
  });
}

/** The Link to the rows behind a cursor of the list, as many as the request asks for. */
function linkTo(cursor: string, { endpoint, inputs, query }: CheckedRequest, address: ListAddress): string | undefined {
  const { plan, version } = endpoint;
  const { limits } = plan.page!;
  const { names } = limits;
  const isBound = version.conventions.page.cursor === 'bound';
  const text = isBound ? encodeCursor(cursor, prepareCursorScope(plan)(inputs.variables)) : cursor;
  const [limit] = query.get(names.limit) ?? [];
  const next = { [names.cursor]: text, ...(limit !== undefined && { [names.limit]: limit }) };
  const target = linkTargets(address, limits, { next }).next!;
  return renderLinkHeader([{ target, relation: 'next' }]);
}
