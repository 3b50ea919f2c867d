import { nameColumn } from '../results/renderTable.ts';
import type { Column, Row } from '../Table.ts';
import { axisOf, type Plot, TEXT } from './chartStyle.ts';

const BAR_HEIGHT = 16;

/** Horizontal bars: one for each label and group, those of a label together, each with its value. */
export function plotBars(rows: readonly Row[], column: Column): Plot {
  const heading = nameColumn(column);
  const labels = [...new Set(rows.map(({ label }) => label))];
  const groups = [...new Set(rows.map(({ group }) => group))];
  const valueOf = (label: string, group: string | undefined) =>
    rows.find((row) => row.label === label && row.group === group)?.values[column.name] ?? null;
  return {
    height: labels.length * (groups.length * BAR_HEIGHT + 14),
    names: groups.flatMap((group) => group ?? []),
    option: {
      grid: { left: 20, right: 60, containLabel: true },
      // Each bar shows its value; lines would only cross them.
      xAxis: { ...axisOf('value', heading), splitLine: { show: false } },
      yAxis: { ...axisOf('category'), data: labels, inverse: true, splitLine: { show: false } },
      series: groups.map((group) => ({
        type: 'bar',
        name: group ?? heading,
        data: labels.map((label) => valueOf(label, group)),
        barMaxWidth: BAR_HEIGHT,
        barGap: '10%',
        label: {
          show: true,
          position: 'right',
          color: TEXT,
          formatter: ({ value }: { value: number }) => value.toFixed(column.digits ?? 2),
        },
      })),
    },
  };
}
