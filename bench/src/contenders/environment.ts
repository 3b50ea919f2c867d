const { PORT = '', DATABASE_URL = '', AUTH_SECRET = '' } = process.env;

/** What the process of a contender is started with. */
export const port = Number(PORT);
export const databaseUrl = DATABASE_URL;
export const secret = AUTH_SECRET;
