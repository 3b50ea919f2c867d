/** A table in plain text: columns as wide as their widest cell, without trailing spaces. */
export function alignColumns(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows
    .map((row) => `${indent}${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

/** A number with its noun: `1 endpoint`, `2 endpoints`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** C0 but for tabs and line breaks, DEL and C1: a terminal obeys them. */
const CONTROL = /\r(?!\n)|(?![\t\n\r])\p{Cc}/gu;

/** Those that do not begin a colour or a weight of `styleText`. */
const UNSTYLED = new RegExp(`(?!\u001B\\[(?:1|2|22|3[1-6]|39)m)(?:${CONTROL.source})`, 'gu');

/** A text that may contain text of others, such as of a schema or an upstream, without control characters: as `\u001b`. */
export function escapeControls(text: string, controls = CONTROL): string {
  return text.replace(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As `escapeControls`, but keeps colours and weights. */
export function escapeUnstyled(text: string): string {
  return escapeControls(text, UNSTYLED);
}
