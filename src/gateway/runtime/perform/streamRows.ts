// A whole list as a response: its pages are read one after another, each when the one before is written, in a turn of its own.
import { namesOnWire } from '../../conventions/headerRules.ts';
import { ServiceError } from '../../errors/ServiceError.ts';
import { internalError } from '../../errors/knownErrors.ts';
import { REQUEST_COST } from '../../limits/createAdmission.ts';
import { endOf } from '../../plan/ResultPlan.ts';
import { type BodyStream, type Reply, renderLinkHeader } from '../../protocol/Reply.ts';
import { RequestSignal } from '../../protocol/signals.ts';
import { compileCursorScope, encodeCursor } from '../../request/cursors.ts';
import type { Runtime } from '../Runtime.ts';
import type { RowFormat } from '../render/compileFormats.ts';
import { type ListAddress, linkTargets } from '../render/paginate.ts';
import { readPageCounts } from '../render/renderPage.ts';
import type { BodyContext } from '../render/values.ts';
import { REQUEST_TIMEOUT_MS } from '../withDeadline.ts';
import { authenticate } from './checkCaller.ts';
import { type Executed, execute } from './executeEndpoint.ts';
import type { CheckedRequest } from './performRequest.ts';

/** Credentials are read again after this time. */
const CREDENTIALS_CHECKED_MS = 1_000;

/** The time between two attempts to read a page while too much work waits. */
const RETRY_MS = 250;

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
    // A client cannot send the request again from here, so that it waits as long as a page may take.
    while (admission.refuses(work) && Date.now() + RETRY_MS < deadline && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    return admission.run(work, run);
  }

  async function* readRows(): AsyncGenerator<string> {
    let left = inputs.page?.style === 'CURSOR' ? inputs.page.rows! : 0;
    let { executed } = first;
    let text = list.begin(context);
    let cursor: string | null = null;
    try {
      for (;;) {
        const rows = list.rows(executed.value, context);
        const { pageInfo } = readPageCounts(executed, plan.fields, path);
        const next = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
        left -= rows.count;
        text += rows.text;
        if (text !== '') yield text;
        if (next === null) return;
        if (left <= 0) {
          link = linkTo(next, checked, address);
          return;
        }
        if (next === cursor)
          throw new Error(`${endpoint.plan.name} has a next page, but its cursor is that of this one.`);
        cursor = next;
        text = '';
        executed = await readPage(next, Math.min(plan.limits.maxLimit, left));
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

/** The Link to the rows behind a cursor of the list, as many as the request asks for. */
function linkTo(cursor: string, { endpoint, inputs, query }: CheckedRequest, address: ListAddress): string | undefined {
  const { plan, version } = endpoint;
  const { limits } = plan.page!;
  const { names } = limits;
  const isBound = version.conventions.page.cursor === 'bound';
  const text = isBound ? encodeCursor(cursor, compileCursorScope(plan)(inputs.variables)) : cursor;
  const [limit] = query.get(names.limit) ?? [];
  const next = { [names.cursor]: text, ...(limit !== undefined && { [names.limit]: limit }) };
  const target = linkTargets(address, limits, { next }).next!;
  return renderLinkHeader([{ target, relation: 'next' }]);
}
