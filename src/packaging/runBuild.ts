// `npm run build`, and the first half of `npm start`.
import { fileURLToPath } from 'node:url';
import { buildProgram } from './buildProgram.ts';

const write = (text: string) => void process.stderr.write(text);
try {
  const hasBuilt = await buildProgram(fileURLToPath(new URL('../..', import.meta.url)), write);
  if (!hasBuilt) write('The program is built, and nothing has changed since.\n');
} catch (error) {
  write(`\nportico: The program cannot be built. ${(error as Error).message}\n`);
  process.exitCode = 1;
}
