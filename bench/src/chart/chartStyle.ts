/** Width of every chart, in pixels. */
export const WIDTH = 800;

/** Readable on white and on black: 4.5 to 1 on both. */
export const TEXT = '#767676';
export const LINE = '#76767666';
export const COLOURS = ['#3b82c4', '#d9822b', '#3f9c59', '#b0609f', '#a6851c', '#7a7ad1', '#c25b52', '#389aa5'];

/** Of a character, as a part of the font size, in a wide font: nothing here can measure text. */
export const CHARACTER_WIDTH = 0.62;
export const FONT_SIZE = 12;
export const LINE_HEIGHT = 17;

/** The part of a chart that differs between bars and curves. */
export interface Plot {
  /** Height of the plot without its axes, in pixels. */
  height: number;
  /** The names in the legend; bars without groups have none. */
  names: readonly string[];
  /** Axes, series and grid, as ECharts takes them. */
  option: object;
}

/** An axis in the style of all charts. */
export function axisOf(type: 'value' | 'log' | 'category', name?: string): object {
  return {
    type,
    ...(name !== undefined && { name, nameLocation: 'middle', nameGap: 26, nameTextStyle: { color: TEXT } }),
    axisLabel: { color: TEXT },
    axisLine: { lineStyle: { color: LINE } },
    splitLine: { lineStyle: { color: LINE, opacity: 0.5 } },
  };
}
