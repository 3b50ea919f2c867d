/** The product of this project. */
export const PORTICO = 'Portico';

/** What a team would write by hand: the others are compared with it. */
export const BASELINE = 'express + Prisma';

/** What Node and the driver cost, without any library in between. */
export const LOWER_BOUND = 'node:http + pg';
