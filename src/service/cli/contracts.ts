import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { composeService } from '../composeService.ts';
import { readSettings } from '../../gateway/config/readSettings.ts';
import { checkContracts, checkHistory } from '../../gateway/contracts/checkContracts.ts';
import { compileContracts } from '../../gateway/contracts/compileContracts.ts';
import { writeContracts } from '../../gateway/contracts/writeContracts.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Writes the contracts of this repository, or only checks them, and compares them with all that was published. They are
 * those of a service without any settings, whatever the environment says. See `contracts/README.md`. Rejects in an installed
 * package, which has none.
 */
export async function contracts({ check = false }: { check?: boolean }): Promise<{ text: string; ok: boolean }> {
  if (!existsSync(`${ROOT}contracts`)) {
    throw new Error(
      'portico contracts is for the repository of Portico: an installed package has no contracts to compare.',
    );
  }
  const { rest, schema } = composeService(readSettings({}));
  const compiled = compileContracts({ plan: rest.plan, openApi: rest.openApi, schema });
  const written = check ? [] : writeContracts(ROOT, compiled);
  const faults = await (check ? checkContracts(ROOT, compiled) : checkHistory(ROOT, compiled));
  const good = `The contracts are ${check ? 'current, committed and ' : ''}true to all that was published.`;
  return {
    text: [...written.map((file) => `Wrote ${file}.`), ...(faults.length > 0 ? faults : [good])].join('\n'),
    ok: faults.length === 0,
  };
}
