import type { Settings } from '../../gateway/config/Settings.ts';

/** The settings of the service: those of its gateway, of its database and of /graphql. */
export interface ServiceSettings extends Settings {
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string;
  /** The URL of the server itself, where `databaseUrl` is that of a transaction pooler. */
  databaseDirectUrl?: string;
  /** Who migrates: `on` this process; `off` nobody, the start only checks; `done` the primary process has done it. */
  migrate: 'on' | 'off' | 'done';
  /** The data set that an empty database gets. */
  seed: 'demo' | 'none';
  /** The file of the only operations that /graphql executes. Absent: it executes any. */
  graphqlSafelist?: string;
}
