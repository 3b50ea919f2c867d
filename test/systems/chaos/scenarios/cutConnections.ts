import { CUTS, type Relay } from '../../postgres/support/startRelay.ts';
import type { Load } from '../Load.ts';
import type { Random } from '../Random.ts';

const TIMES = 10;

/** Cuts connections that carry writes, in every place where one can be cut. */
export async function cutConnections({ proxy }: { proxy: Relay }, load: Load, random: Random): Promise<void> {
  for (let time = 0; time < TIMES; time++) {
    await load.acknowledges(random.integer(5, 20));
    proxy.cutNext(Array.from({ length: random.integer(1, 6) }, () => random.pick(CUTS)));
  }
}
