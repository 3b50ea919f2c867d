import { init, setPlatformAPI } from 'echarts';
import type { Table } from '../Table.ts';
import { chartOption } from './chartOption.ts';
import { CHARACTER_WIDTH, FONT_SIZE, WIDTH } from './chartStyle.ts';

setPlatformAPI({
  measureText: (text, font = '') => ({ width: text.length * CHARACTER_WIDTH * (Number.parseFloat(font) || FONT_SIZE) }),
});

/** Draws a table as an SVG whose text is text. */
export function drawChart(table: Table, notes: readonly string[]): string {
  const { option, height } = chartOption(table, notes);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  chart.setOption({ ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}
