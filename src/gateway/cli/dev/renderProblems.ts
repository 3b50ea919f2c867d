import type { Problem } from './Problem.ts';
import type { Terminal } from './createTerminal.ts';

/** Problems as lines, as `check` prints them. */
export function renderProblems(problems: readonly Problem[], style: Terminal['style']): string {
  return problems
    .map(({ place, message, hint }) => {
      const where = place === undefined ? '' : `${style('bold', place)}: `;
      return `${where}${style('red', message)}\n${hint === undefined ? '' : `  hint: ${hint}\n`}`;
    })
    .join('');
}
