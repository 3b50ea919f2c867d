// Fails if a dependency of production has a vulnerability of high or critical severity, or if nobody can say so: a registry
// that does not respond is a failure. One that has no audits, such as a mirror, says so by its status, and nothing is audited.
import { spawnSync } from 'node:child_process';

/** Statuses of a registry that does not implement the endpoint of audits. See RFC 9110, sections 15.5.5, 15.5.6 and 15.6.2. */
const NOT_IMPLEMENTED = [404, 405, 501];

const audit = ['audit', '--omit=dev', '--audit-level=high'];
const { stdout } = spawnSync('npm', [...audit, '--json'], { encoding: 'utf8' });
const report = parse(stdout);

if (NOT_IMPLEMENTED.includes(report.statusCode)) {
  process.stdout.write(`NOT AUDITED: the npm registry of this machine has no audits (status ${report.statusCode}).\n`);
} else if (report.auditReportVersion === undefined) {
  process.stderr.write(`The audit failed: ${report.message ?? 'npm printed no report'}.\n`);
  process.exitCode = 1;
} else {
  process.exitCode = spawnSync('npm', audit, { stdio: 'inherit' }).status ?? 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
