/** A table in plain text: columns as wide as their widest cell, without trailing spaces. */
export function alignColumns(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows
    .map((row) => `${indent}${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}
