import type { Report } from './runScenario.ts';

const COLUMNS = [
  'acknowledged',
  'refused',
  'unknown',
  'retries',
  'found in database',
  'lost',
  'doubled',
  'half-written',
  'refused but found',
];

/** A table for people: a line for each scenario, and one for each that has figures. */
export function renderTable(reports: readonly Report[]): string {
  const rows = reports.map(({ name, counts, retries, verdict, failures }) => [
    name,
    counts.acknowledged,
    counts.refused,
    counts.unknown,
    retries,
    verdict.found,
    verdict.lost,
    verdict.doubled,
    verdict.halfWritten,
    verdict.refusedButFound,
    failures.length === 0 ? 'passed' : 'failed',
  ]);
  const measured = reports.filter(({ figures }) => Object.keys(figures).length > 0);
  const columns = [...new Set(measured.flatMap(({ figures }) => Object.keys(figures)))];
  const figures = measured.map(({ name, figures: own }) => [name, ...columns.map((column) => own[column] ?? '')]);
  return [
    align([['scenario', ...COLUMNS, 'result'], ...rows]),
    ...(figures.length > 0 ? [align([['milliseconds', ...columns], ...figures])] : []),
  ].join('\n\n');
}

function align(table: readonly (readonly (string | number)[])[]): string {
  const all = table.map((row) => row.map(String));
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
  return lines.join('\n');
}
