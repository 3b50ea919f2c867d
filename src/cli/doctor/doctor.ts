// `portico doctor`: what a start needs, checked without a start.
import { type Settings, SettingsError } from '../../gateway/base/settings/Settings.ts';
import type { Environment } from '../../gateway/base/settings/environment.ts';
import { findMisspelledSettings } from '../../gateway/base/settings/misspelledSettings.ts';
import { type Report, alignColumns, count } from '../../project/Report.ts';
import type { ServeMode } from '../serve/ServeMode.ts';
import { type Finding, runCheck } from './Check.ts';
import { listChecks } from './listChecks.ts';

/**
 * Checks the settings and, where they are valid, what they name. `names` are those of the variables that the program reads; `read` throws a SettingsError for
 * invalid ones.
 */
export async function doctor(
  names: readonly string[],
  env: Environment,
  read: () => Promise<{ settings: Settings; mode: ServeMode }>,
): Promise<Report> {
  const ofSettings = (status: Finding['status']) => (message: string) => ({ check: 'settings', status, message });
  const suggestions = findMisspelledSettings(names, env).map(ofSettings('warning'));
  try {
    const { settings, mode } = await read();
    const checks = listChecks(settings, mode);
    return report([...suggestions, ...(await Promise.all(checks.map(runCheck)))]);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return report([...error.problems.map(ofSettings('failed')), ...suggestions]);
  }
}

function report(findings: readonly Finding[]): Report {
  const countOf = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length;
  const failed = countOf('failed');
  const warnings = countOf('warning');
  const rows = findings.flatMap(({ check, status, message }) =>
    message.split('\n').map((line, at) => (at === 0 ? [status, check, line] : ['', '', line])),
  );
  const end = failed === 0 ? 'Everything that a start needs works' : `${count(failed, 'check')} failed`;
  return {
    text: `${alignColumns(rows)}\n${end}${warnings === 0 ? '' : `; ${count(warnings, 'warning')}`}.\n`,
    json: findings,
    ok: failed === 0,
  };
}
