import { type SettingText, SETTINGS } from '../../cli/program.ts';

/** The settings of the service beside those of every program, as help and documentation say them. */
export const OWN_SETTINGS = {
  DATA_DIR: { default: '`./data`', meaning: 'the folder of the embedded database and the signing keys' },
  DATABASE_URL: {
    meaning: 'a PostgreSQL server, `postgresql://user@host:5432/name`; none: embedded',
    isSecret: true,
  },
  DATABASE_DIRECT_URL: { meaning: 'the server itself, if `DATABASE_URL` is a connection pooler', isSecret: true },
  MIGRATE: { default: '`on`', meaning: '`off` leaves migrations and demo data to `portico migrate`' },
  SEED: {
    default: '`demo`, or `none` with `DATABASE_URL`',
    meaning: '`demo` loads the demo data into an empty database',
  },
  GRAPHQL_SAFELIST: { meaning: 'a file with the only operations that `/graphql` executes' },
} satisfies Readonly<Record<string, SettingText>>;

export const SERVICE_SETTINGS: Readonly<Record<string, SettingText>> = { ...SETTINGS, ...OWN_SETTINGS };
