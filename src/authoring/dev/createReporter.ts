import { count } from '../../project/texts.ts';
import type { LoadedApi } from './createApiLoader.ts';
import type { Terminal } from './createTerminal.ts';
import type { Reload } from './liveApi.ts';
import { describeReload } from './messages.ts';
import { type Problem, renderProblems } from './problems.ts';

interface ReporterOptions {
  terminal: Terminal;
  /** Receives every new state. */
  send(state: DevState): void;
  /** Prints what there is to say about the first API that could be loaded. */
  greet(api: LoadedApi): void;
}

/** Reports what became of changes, in the terminal and in the API reference. */
interface Reporter {
  report(reload: Reload): void;
  /** Reports the breaking changes of what is served now; those that are known are not repeated. */
  reportBreaks(paragraphs: readonly string[]): void;
}

export const FIRST_STATE: DevState = { revision: '', documents: [], problems: [], warnings: [], breaking: [] };

/** Creates the reporter of a server that has just started. */
export function createReporter({ terminal: { print, style }, send, greet }: ReporterOptions): Reporter {
  let state = FIRST_STATE;
  let live: LoadedApi | undefined;

  function update(changed: Partial<DevState>): void {
    state = { ...state, ...changed };
    send(state);
  }

  function reportLive(api: LoadedApi, milliseconds: number): void {
    const before = live;
    const { problems } = state;
    const earlier = state.warnings.map(withoutPosition);
    const { warnings } = api.plan;
    live = api;
    update({ revision: api.revision, documents: api.documents, problems: [], warnings });
    for (const warning of warnings.filter((text) => !earlier.includes(withoutPosition(text)))) {
      print(style('yellow', `warning: ${warning}`));
    }
    if (!before) return greet(api);
    const fixed = problems.length > 0 ? 'fixed; ' : '';
    print(`${fixed}reloaded in ${Math.round(milliseconds)} ms: ${describeReload(before.plan, api.plan, style)}`);
  }

  function reportProblems(problems: DevState['problems']): void {
    update({ problems });
    const consequence = live ? 'the last version without errors is still served' : 'every request is 503';
    const fixed = problems.length === 1 ? 'it is fixed' : 'they are fixed';
    print(`${renderProblems(problems, style)}${count(problems.length, 'error')}; until ${fixed}, ${consequence}`);
  }

  function reportBreaks(breaking: readonly string[]): void {
    const { breaking: earlier } = state;
    if (String(breaking) === String(earlier)) return;
    update({ breaking });
    for (const paragraph of breaking.filter((text) => !earlier.includes(text))) print(style('magenta', paragraph));
    if (breaking.length === 0) print('no breaking changes any more');
  }

  return {
    reportBreaks,
    report: (reload) => (reload.isLive ? reportLive(reload.api, reload.milliseconds) : reportProblems(reload.problems)),
  };
}

/** A warning moves with the lines above it. */
function withoutPosition(warning: string): string {
  return warning.replace(/:\d+:\d+: /, ': ');
}

/** What the API reference shows of the development server. */
export interface DevState {
  /** Identifies the version of the files that is served. */
  revision: string;
  /** The paths of its OpenAPI documents, base path included. */
  documents: readonly string[];
  /** Why the last change is not served; empty when it is. */
  problems: readonly Problem[];
  warnings: readonly string[];
  /** Breaking changes against the published contracts. */
  breaking: readonly string[];
}
