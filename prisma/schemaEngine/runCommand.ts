import pg from 'pg';
import { readDatabaseUrls } from '../../src/service/config/readDatabaseUrls.ts';

/** Runs one of the two commands outside of JSON-RPC: `can-connect-to-database`, `create-database`. Failure is exit code 1. */
export async function runCommand(command: string, url: string): Promise<void> {
  report('INFO', { message: command }); // The command line skips the first line.
  try {
    const { connection } = readDatabaseUrls(url).address;
    const isCreate = command === 'create-database';
    const client = new pg.Client(isCreate ? { ...connection, database: 'postgres' } : connection);
    await client.connect();
    if (isCreate) await client.query(`CREATE DATABASE ${client.escapeIdentifier(connection.database ?? 'postgres')}`);
    await client.end();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    report('ERROR', {
      message: message || String(code),
      is_panic: false,
      error_code: code === '3D000' ? 'P1003' : 'P1001',
    });
    process.exitCode = 1;
  }
}

function report(level: string, fields: object): void {
  console.error(
    JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' }),
  );
}
