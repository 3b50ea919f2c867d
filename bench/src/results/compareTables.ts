import type { Column, Row, Table } from '../Table.ts';
import { alignLines } from './alignLines.ts';
import { groupHeading, nameColumn } from './renderTable.ts';

/** Which columns of two tables are compared: on different machines only ratios within a run. */
export interface Comparability {
  sameMachine: boolean;
}

/**
 * How a table changed, as text: each value as a multiple of the earlier one, so that a ratio becomes a ratio of ratios.
 * `better` and `worse` mark a difference of the medians that is larger than the spread of the rounds of either run.
 */
export function compareTables(now: Table, before: Table, { sameMachine }: Comparability): string {
  const columns = now.columns.filter(
    ({ name, unit, better }) =>
      better && (sameMachine || unit === '×') && before.columns.some((each) => each.name === name),
  );
  if (columns.length === 0) return `${now.title}\n  has no columns that can be compared.`;
  const earlier = new Map(before.rows.map((row) => [keyOf(row), row]));
  const rows = now.rows.filter((row) => earlier.has(keyOf(row)));
  const [heading, ...lines] = alignLines([
    ['', ...(now.x ? [now.x.name] : []), ...columns.map(nameColumn)],
    ...rows.map((row) => [
      row.label,
      ...(now.x ? [String(row.x)] : []),
      ...columns.map((column) => compareCells(column, row, earlier.get(keyOf(row))!)),
    ]),
  ]);
  const missing = [
    ...listRows('Only in this run', now.rows, earlier),
    ...listRows('Only in the earlier run', before.rows, new Map(now.rows.map((row) => [keyOf(row), row]))),
  ];
  return [
    now.title,
    `  ${heading}`,
    ...lines.flatMap((line, index) => [...groupHeading(rows[index]!, rows[index - 1]), `  ${line}`]),
    ...missing,
  ].join('\n');
}

function keyOf({ label, group, x }: Row): string {
  return JSON.stringify([group, label, x]);
}

function compareCells({ name, better }: Column, now: Row, before: Row): string {
  const [value, earlier] = [now.values[name], before.values[name]];
  if (value === undefined || earlier === undefined) return '–';
  const spread = Math.max(spreadOf(now.rounds?.[name]), spreadOf(before.rounds?.[name]));
  const mark =
    Math.abs(value - earlier) > spread ? (value > earlier === (better === 'higher') ? ' better' : ' worse') : '';
  return (value / earlier).toFixed(2) + mark.padEnd(' better'.length);
}

/** The range of the rounds; without several rounds nobody knows. */
function spreadOf(rounds: readonly number[] = []): number {
  return rounds.length < 2 ? Infinity : Math.max(...rounds) - Math.min(...rounds);
}

function listRows(title: string, rows: readonly Row[], others: ReadonlyMap<string, Row>): string[] {
  const labels = rows.filter((row) => !others.has(keyOf(row))).map(({ label }) => label);
  return labels.length === 0 ? [] : [`  ${title}: ${[...new Set(labels)].join(', ')}.`];
}
