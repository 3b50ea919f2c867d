import { ALL_SCOPES, signToken } from '../../promises/support/signToken.ts';
import type { Options } from './readOptions.ts';
import { type Report, runScenario } from './runScenario.ts';
import type { Suite } from './Scenario.ts';

/** How often the faults of a scenario happen in the full form. */
const ROUNDS = 3;

/** The suites with the scenarios that the options select; throws an Error if there are none. */
export function selectScenarios(suites: readonly Suite[], { isShort, names }: Omit<Options, 'seed'>): Suite[] {
  const isNamed = (name: string) => names.length === 0 || names.some((part) => name.includes(part));
  const selected = suites.map(({ start, scenarios }) => ({
    start,
    scenarios: scenarios.filter((each) => (each.isShort || !isShort) && isNamed(each.name)),
  }));
  if (selected.every(({ scenarios }) => scenarios.length === 0)) {
    const all = suites.flatMap(({ scenarios }) => scenarios.map(({ name }) => name));
    throw new Error(
      `--scenario must be part of the name of a scenario, not ${names.join(' or ')}; available: ${all.join(', ')}.`,
    );
  }
  return selected.filter(({ scenarios }) => scenarios.length > 0);
}

/** Runs the scenarios of a suite, and yields a report of each. */
export async function* runSuite({ start, scenarios }: Suite, { seed, isShort }: Options): AsyncGenerator<Report> {
  const token = await signToken({ scope: ALL_SCOPES });
  const parts = await start();
  for (const scenario of scenarios) {
    yield await runScenario(parts, scenario, { seed, rounds: isShort ? 1 : (scenario.rounds ?? ROUNDS), token });
  }
  await parts.end();
}
