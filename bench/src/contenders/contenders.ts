import { apollo } from './apollo.ts';
import type { Contender } from './Contender.ts';
import { BASELINE, LOWER_BOUND, PORTICO } from './names.ts';
import { restInterface } from './restInterface.ts';
import { sofa } from './sofa.ts';

/** As `npm start` does. */
const SERVE = ['--max-semi-space-size=64', 'bin/portico.js', 'serve'];

/** Portico itself, over REST. */
export const PORTICO_CONTENDER: Contender = { name: PORTICO, command: SERVE, ...restInterface };

/** All of them, in the order of the table. */
export const CONTENDERS: readonly Contender[] = [
  PORTICO_CONTENDER,
  { name: BASELINE, command: ['bench/dist/contenders/expressServer.js'], ...restInterface },
  { name: 'SOFA', command: ['bench/dist/contenders/sofaServer.js'], ...sofa },
  { name: 'Apollo Server', command: SERVE, ...apollo },
  { name: 'Hive Gateway', command: ['bench/dist/contenders/hiveServer.js'], ...sofa },
  { name: 'Fastify + pg', command: ['bench/dist/contenders/fastifyServer.js'], ...restInterface },
  { name: LOWER_BOUND, command: ['bench/dist/contenders/lowerBoundServer.js'], ...restInterface },
];
