import { nameColumn } from '../results/renderTable.ts';
import type { Column, Row, Table } from '../Table.ts';
import { axisOf, type Plot } from './chartStyle.ts';

const HEIGHT = 320;
/** Values that differ by more than this factor are drawn on a logarithmic axis. */
const WIDE = 10;

/** One curve for each label and group, over the x axis of the table. */
export function plotCurves(rows: readonly Row[], column: Column, x: NonNullable<Table['x']>): Plot {
  const nameRow = ({ label, group }: Row) => (group === undefined ? label : `${label}, ${group}`);
  const names = [...new Set(rows.map(nameRow))];
  const valueOf = (row: Row) => row.values[column.name]!;
  const values = rows.map(valueOf);
  const isWide = Math.min(...values) > 0 && Math.max(...values) > WIDE * Math.min(...values);
  return {
    height: HEIGHT,
    names,
    option: {
      grid: { left: 80, right: 60 },
      xAxis: axisOf(x.scale === 'log' ? 'log' : 'value', x.unit === '' ? x.name : `${x.name} (${x.unit})`),
      yAxis: { ...axisOf(isWide ? 'log' : 'value', nameColumn(column)), nameGap: 56 },
      series: names.map((name) => ({
        type: 'line',
        name,
        symbolSize: 7,
        data: rows.filter((row) => nameRow(row) === name).map((row) => [row.x, valueOf(row)]),
      })),
    },
  };
}
