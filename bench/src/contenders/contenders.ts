import { apollo } from './apollo.ts';
import type { Contender } from './Contender.ts';
import { restInterface } from './restInterface.ts';
import { sofa } from './sofa.ts';

const SERVE = ['bin/portico.js', 'serve'];

/** Whom the others are compared with. */
export const BASELINE = 'express + Prisma';

/** All of them, in the order of the table. */
export const CONTENDERS: readonly Contender[] = [
  { name: 'Portico', command: SERVE, ...restInterface },
  { name: BASELINE, command: ['bench/dist/contenders/expressServer.js'], ...restInterface },
  { name: 'SOFA', command: ['bench/dist/contenders/sofaServer.js'], ...sofa },
  { name: 'Apollo Server', command: SERVE, ...apollo },
  { name: 'node:http + pg', command: ['bench/dist/contenders/lowerBoundServer.js'], ...restInterface },
];
