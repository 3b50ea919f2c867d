import { styleText } from 'node:util';
import { DocumentError } from '../../gateway/errors/Diagnostic.ts';
import { renderWithHint } from '../../project/Report.ts';
import { count } from '../../project/texts.ts';
import type { LoadedApi } from './createApiLoader.ts';
import { describeReload } from './messages.ts';

/** Prints lines to the terminal. */
export type Print = (text: string) => void;

interface ReporterOptions {
  print: Print;
  /** Receives every new state. */
  send(state: DevState): void;
  /** Prints what there is to say about the first API that could be loaded. */
  greet(api: LoadedApi): void;
}

/** Reports what became of changes, in the terminal and in the API reference. */
interface Reporter {
  reportLive(api: LoadedApi, milliseconds: number): void;
  /** Reports why a change is not served. */
  reportProblems(problems: readonly string[]): void;
  /** Reports the breaking changes of what is served now, in paragraphs; those that are known are not repeated. */
  reportBreaks(paragraphs: readonly string[]): void;
}

export const FIRST_STATE: DevState = { revision: '', documents: [], problems: [], warnings: [], breaking: [] };

/** Creates the reporter of a server that has just started. */
export function createReporter({ print, send, greet }: ReporterOptions): Reporter {
  let state = FIRST_STATE;
  let live: LoadedApi | undefined;

  function update(changed: Partial<DevState>): void {
    state = { ...state, ...changed };
    send(state);
  }

  return {
    reportLive: (api, milliseconds) => {
      const before = live;
      const { warnings: earlier } = state;
      const { warnings } = api.plan;
      live = api;
      update({ revision: api.revision, documents: api.documents, problems: [], warnings });
      for (const warning of warnings.filter((text) => !earlier.includes(text))) {
        print(styleText('yellow', `warning: ${warning}`));
      }
      if (!before) return greet(api);
      print(`reloaded in ${Math.round(milliseconds)} ms: ${describeReload(before.plan, api.plan)}`);
    },
    reportProblems: (problems) => {
      update({ problems });
      for (const problem of problems) print(styleText('red', problem));
      const consequence = live ? 'the last version without errors is still served' : 'every request is 503';
      print(`${count(problems.length, 'error')}; until this is fixed, ${consequence}`);
    },
    reportBreaks: (breaking) => {
      const { breaking: earlier } = state;
      if (String(breaking) === String(earlier)) return;
      update({ breaking });
      for (const text of breaking.filter((paragraph) => !earlier.includes(paragraph)))
        print(styleText('magenta', text));
      if (breaking.length === 0) print('no breaking changes any more');
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
