import { alignLines } from './alignLines.ts';
import { type Column, isMet, type Row, type Table, type Target } from '../Table.ts';

/** A table for people: a title, a line for each row below its group, and the targets. */
export function renderTable({ title, columns, rows, x, targets = [], failures = 0 }: Table): string {
  const shown = columns.filter(({ name }) => rows.some(({ values }) => values[name] !== undefined));
  const heading = ['', ...(x ? [x.name] : []), ...shown.map(nameColumn)];
  const cells = rows.map((row) => [
    row.label,
    ...(x ? [String(row.x)] : []),
    ...shown.map(({ name, digits = 2 }) => row.values[name]?.toFixed(digits) ?? '–'),
  ]);
  const [first, ...others] = alignLines([heading, ...cells]);
  const lines = rows.flatMap((row, index) => [...groupHeading(row, rows[index - 1]), `  ${others[index]}`]);
  return [
    title,
    `  ${first}`,
    ...lines,
    ...targets.map((target) => `  ${renderTarget(target)}`),
    ...(failures > 0 ? [`  ${failures} requests failed.`] : []),
  ].join('\n');
}

/** The heading of a column: its name, with its unit where it has one. */
export function nameColumn({ name, unit }: Column): string {
  if (unit === '') return name;
  return unit === '×' ? `× ${name}` : `${name} ${unit}`;
}

/** One line for a target: what was promised, what was measured, and whether that is enough. */
export function renderTarget(target: Target): string {
  const { name, value, atLeast, atMost } = target;
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return `${isMet(target) ? 'met' : 'MISSED'}: ${name}: ${value.toFixed(2)}, target ${bounds.join(', ')}`;
}

/** The group of a row, as a line above its first. */
export function groupHeading({ group }: Row, previous: Row | undefined): string[] {
  return group === undefined || group === previous?.group ? [] : [` ${group}`];
}
