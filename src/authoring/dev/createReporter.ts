import type { IncomingMessage, ServerResponse } from 'node:http';
import { styleText } from 'node:util';
import { DocumentError } from '../../gateway/base/errors/Diagnostic.ts';
import { count, renderWithHint } from '../../project/Report.ts';
import type { LoadedApi } from './createApiLoader.ts';
import { describeReload } from './messages.ts';

/** Prints lines to the terminal. */
export type Print = (text: string) => void;

/**
 * Creates the reporter of a server that has just started: it says what became of changes, in the terminal and in the API reference.
 * `greet` prints what there is to say about the first API that could be loaded.
 */
export function createReporter({ print, greet }: { print: Print; greet(api: LoadedApi): void }) {
  let state: DevState = { revision: '', documents: [], problems: [], warnings: [], breaking: [] };
  let live: LoadedApi | undefined;
  const responses = new Set<ServerResponse>();
  // JSON has no line breaks, which would end the data.
  const event = () => `data: ${JSON.stringify(state)}\n\n`;

  function update(changed: Partial<DevState>): void {
    state = { ...state, ...changed };
    for (const response of responses) response.write(event());
  }

  return {
    reportLive: (api: LoadedApi, milliseconds: number): void => {
      const before = live;
      const { warnings: earlier } = state;
      const { warnings } = api;
      live = api;
      update({ revision: api.revision, documents: api.documents, problems: [], warnings });
      for (const warning of warnings.filter((text) => !earlier.includes(text))) {
        print(styleText('yellow', `warning: ${warning}`));
      }
      if (!before) return greet(api);
      print(`reloaded in ${Math.round(milliseconds)} ms: ${describeReload(before.plan, api.plan)}`);
    },
    /** Reports why a change is not served. */
    reportProblems: (problems: readonly string[]): void => {
      update({ problems });
      for (const problem of problems) print(styleText('red', problem));
      const consequence = live ? 'the last version without errors is still served' : 'every request is 503';
      print(`${count(problems.length, 'error')}; until this is fixed, ${consequence}`);
    },
    /** Reports the breaking changes of what is served now, in paragraphs; those that are known are not repeated. */
    reportBreaks: (breaking: readonly string[]): void => {
      const { breaking: earlier } = state;
      if (String(breaking) === String(earlier)) return;
      update({ breaking });
      for (const text of breaking.filter((paragraph) => !earlier.includes(paragraph)))
        print(styleText('magenta', text));
      if (breaking.length === 0) print('no breaking changes any more');
    },
    /** Responds with the current state, and then each one that follows. See https://html.spec.whatwg.org/#server-sent-events */
    handle: ({ socket }: IncomingMessage, response: ServerResponse): void => {
      // The server closes connections on which nothing happens.
      socket.setTimeout(0);
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(event());
      responses.add(response);
      response.once('close', () => responses.delete(response));
    },
    close: (): void => {
      for (const response of responses) response.end();
    },
  };
}

/** Why an API could not be loaded, in texts as `check` prints them. */
export function problemsOf(error: unknown): string[] {
  if (error instanceof DocumentError)
    return error.diagnostics.map((diagnostic) => renderWithHint(diagnostic).trimEnd());
  return [error instanceof Error ? error.message : String(error)];
}

/** What the API reference shows of the development server. */
export interface DevState {
  /** Identifies the version of the files that is served. */
  revision: string;
  /** The paths of its OpenAPI documents, base path included. */
  documents: readonly string[];
  /** Why the last change is not served; empty when it is. */
  problems: readonly string[];
  warnings: readonly string[];
  /** Breaking changes against the published contracts. */
  breaking: readonly string[];
}
