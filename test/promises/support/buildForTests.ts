import { execFileSync } from 'node:child_process';
import { ROOT } from './startProgram.ts';

/** Builds what suites start, as `npm start` does, unless nothing has changed: `globalSetup` of their projects. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
}
