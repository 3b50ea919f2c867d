// A table as the option of Apache ECharts. Its types are not used here: the program is checked without the packages of the
// bench.
import { renderTarget } from '../results/renderTable.ts';
import type { Table } from '../Table.ts';
import { CHARACTER_WIDTH, COLOURS, FONT_SIZE, LINE_HEIGHT, TEXT, WIDTH } from './chartStyle.ts';
import { plotBars } from './plotBars.ts';
import { plotCurves } from './plotCurves.ts';
import { wrapText } from './wrapText.ts';

const MARGIN = 20;
/** Characters of a line of text. */
const LINE_LENGTH = Math.floor((WIDTH - 2 * MARGIN) / (CHARACTER_WIDTH * FONT_SIZE)) + 16;
const TITLE_HEIGHT = 46;
const LEGEND_HEIGHT = 24;
/** The labels of the x axis and its name. */
const AXIS_HEIGHT = 52;
const SWATCH_WIDTH = 18;
const GAP = 14;

/** The option of a chart, and its height in pixels: bars, or curves where the table has an x axis; `notes` are below it. */
export function chartOption(table: Table, notes: readonly string[]): { option: object; height: number } {
  const column = table.columns.find(({ name }) => name === table.drawn);
  if (!column) throw new Error(`Table ${table.name} has no column ${table.drawn} to draw.`);
  const rows = table.rows.filter(({ values }) => values[table.drawn] !== undefined);
  const plot = table.x ? plotCurves(rows, column, table.x) : plotBars(rows, column);

  const subtitle = wrapText(column.meaning, LINE_LENGTH);
  const footer = [...(table.targets ?? []).map(renderTarget), ...notes].flatMap((note) => wrapText(note, LINE_LENGTH));
  const legendTop = TITLE_HEIGHT + subtitle.length * LINE_HEIGHT + 8;
  const hasLegend = plot.names.length > 0;
  const top = legendTop + (hasLegend ? countLegendLines(plot.names) * LEGEND_HEIGHT : 0) + 6;
  const footerTop = top + plot.height + AXIS_HEIGHT;
  const height = footerTop + footer.length * LINE_HEIGHT + 12;
  const { grid, ...option } = plot.option as { grid: object };
  return {
    height,
    option: {
      animation: false,
      color: COLOURS,
      textStyle: { fontFamily: 'sans-serif', color: TEXT },
      title: { text: table.title, left: MARGIN - 5, top: 10, textStyle: { fontSize: 16, color: TEXT } },
      graphic: [textAt(TITLE_HEIGHT, subtitle), textAt(footerTop, footer)],
      legend: {
        show: hasLegend,
        left: MARGIN - 5,
        top: legendTop,
        textStyle: { color: TEXT },
        itemHeight: 10,
        itemWidth: SWATCH_WIDTH,
        itemGap: GAP,
      },
      // The labels below the plot count as a part of it where ECharts makes room for those beside it.
      grid: { ...grid, top, bottom: height - top - plot.height - ('containLabel' in grid ? 24 : 0) },
      ...option,
    },
  };
}

function textAt(top: number, lines: readonly string[]): object {
  const style = { text: lines.join('\n'), fill: TEXT, font: `${FONT_SIZE}px sans-serif`, lineHeight: LINE_HEIGHT };
  return { type: 'text', left: MARGIN, top, style };
}

/** How many lines the legend breaks into. */
function countLegendLines(names: readonly string[]): number {
  let lines = 1;
  let right = 0;
  for (const name of names) {
    const width = SWATCH_WIDTH + 5 + name.length * CHARACTER_WIDTH * FONT_SIZE;
    if (right > 0 && right + width > WIDTH - 2 * MARGIN) {
      lines += 1;
      right = 0;
    }
    right += width + GAP;
  }
  return lines;
}
