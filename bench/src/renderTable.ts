import type { Summary } from './summarise.ts';

const COLUMNS = ['requests/s', 'ratio', 'median ms', 'p99 ms', 'errors'];

/** A table for people: a title, and a line for each contender. */
export function renderTable(title: string, summaries: readonly Summary[]): string {
  const rows = summaries.map(({ contender, requestsPerSecond, ratio, median, p99, errors }) => [
    contender,
    requestsPerSecond.toFixed(0),
    ratio.toFixed(2),
    median.toFixed(2),
    p99.toFixed(2),
    String(errors),
  ]);
  const all = [['', ...COLUMNS], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}
