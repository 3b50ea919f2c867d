import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawChart } from '../chart/drawChart.ts';
import { describeRun } from './describeRun.ts';
import type { Run } from './Run.ts';

/** Writes a run as JSON, and beside it a chart of each table: `user.svg`. */
export async function saveRun(file: string, run: Run): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
  for (const table of run.tables) {
    await writeFile(path.join(folder, `${table.name}.svg`), drawChart(table, [describeRun(run)]));
  }
}
