// What `portico` is in a shell block of docs/: the built program, at ports that are free, and in front of an upstream of the tests. A server
// is stopped as soon as it is ready. The first argument is the program.
import { spawn } from 'node:child_process';

const [program, ...given] = process.argv.slice(2);
const { UPSTREAM = '' } = process.env;
const args = given
  .filter((arg) => arg !== '…')
  .map((arg) => (/^https?:\/\/(?:api\.example\.com|router\.internal)\/graphql$/.test(arg) ? UPSTREAM : arg));
// A value that the page leaves open is not set.
const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => !value.includes('…')));
const isServer = /^(?:serve|dev)$/.test(args[0] ?? '');
// The data folder of the running service is for one process.
if (isServer) Object.assign(env, { PORT: '0', DRAIN_SECONDS: '0', DATA_DIR: `${process.env.DATA_DIR}-of-serve` });

const child = spawn(process.execPath, [program, ...args], {
  env,
  stdio: isServer ? ['ignore', 'pipe', 'pipe'] : 'inherit',
});
let output = '';
for (const stream of ['stdout', 'stderr']) {
  child[stream]?.on('data', (chunk) => {
    output += chunk;
    process[stream].write(chunk);
    if (/(?:is ready at|is at) .*https?:/s.test(output)) child.kill('SIGINT');
  });
}
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
