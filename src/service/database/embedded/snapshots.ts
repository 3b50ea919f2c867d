// Copies of the files of an embedded database, for a process that reads it while another one serves it. That process connects to a
// socket in the data folder, waits until the copy is complete, and opens it; the copy is deleted when it disconnects. The folder of
// the socket is for its owner only, so there is no token.
import { chmodSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { rm, rmdir } from 'node:fs/promises';
import { type Socket, createConnection, createServer } from 'node:net';
import path from 'node:path';
import { makeFolder } from '../../../gateway/server.ts';
import type { DatabaseLog } from '../Database.ts';
import type { Backend } from '../adapter/Backend.ts';
import { DatabaseError } from '../databaseErrors.ts';
import { lockFolder } from './lockFolder.ts';
import { type EmbeddedBackend, holdsDatabase, openEmbedded } from './openEmbedded.ts';

/** The least limit of the supported systems, which is that of macOS. See sockaddr_un in unix(4) there, and unix(7) of Linux. */
const MAX_SOCKET_PATH_BYTES = 103;

/** The folder of the socket, which is the data folder of the copy, too. */
const folderIn = (dataDir: string) => path.join(dataDir, 'snapshot');

/** The shortest path of the socket; undefined if it is too long, and on Windows, where sockets are in no folder. */
function socketIn(dataDir: string): string | undefined {
  const file = path.resolve(folderIn(dataDir), 'socket');
  const paths = [file, path.relative('', file)].filter((each) => Buffer.byteLength(each) <= MAX_SOCKET_PATH_BYTES);
  return process.platform === 'win32' ? undefined : paths[0];
}

/** Serves copies of an open database until it is closed. What keeps the socket from being opened is only logged. */
export async function serveSnapshots(backend: EmbeddedBackend, dataDir: string, log?: DatabaseLog): Promise<Backend> {
  const folder = folderIn(dataDir);
  const files = path.join(folder, 'postgres');
  let client: Socket | undefined;
  let lease: Promise<void> | undefined;
  let isClosing = false;

  const lend = async (socket: Socket) => {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // A client of an earlier process may still read its copy.
    lockFolder(folder)();
    let isLent = false;
    try {
      await remove(files);
      await backend.copyFiles(files);
      isLent = socket.write('{}');
      await closed;
    } finally {
      // When this process ends, the client still reads its copy, and deletes it.
      if (!isLent || !isClosing) await remove(files);
    }
  };
  const server = createServer((socket) => {
    const refuse = ({ message }: Error) => void socket.end(JSON.stringify({ error: message }));
    socket.on('error', () => {});
    if (client) return refuse(new DatabaseError('Another backup is being made. Wait until it ends.'));
    client = socket;
    lease = lend(socket)
      .catch(refuse)
      .finally(() => (client = undefined));
  });

  try {
    const address = socketIn(dataDir);
    if (address === undefined) throw new DatabaseError('The path of a socket in this folder is too long.');
    makeFolder(folder);
    // This process holds the lock of the data folder, so the socket is that of one that was killed.
    rmSync(address, { force: true });
    await once(server.listen(address), 'listening');
    chmodSync(address, 0o600);
  } catch (error) {
    log?.warn({ err: error as Error, dataDir }, 'backups have to wait until this process ends');
    return backend;
  }
  server.unref();
  server.on('error', (err) => log?.warn({ err }, 'could not accept a request for a backup'));
  const close = async () => {
    isClosing = true;
    server.close();
    client?.destroy();
    await lease;
    // It stays while a client reads its copy in it.
    await rmdir(folder).catch(() => {});
    await backend.close();
  };
  return { ...backend, close };
}

const remove = (files: string) => rm(files, { recursive: true, force: true });

/** Opens the database of a data folder to read it: a copy where a process serves it. Rejects with a DatabaseError. */
export async function openToRead(dataDir: string): Promise<Backend> {
  if (!holdsDatabase(path.join(dataDir, 'postgres'))) {
    throw new DatabaseError(
      `The data folder ${path.resolve(dataDir)} has no database. Set DATA_DIR to that of the service.`,
    );
  }
  const address = socketIn(dataDir);
  const lease = address === undefined ? undefined : await borrow(address);
  if (!lease) return openEmbedded(dataDir);
  const folder = folderIn(dataDir);
  const release = async () => {
    await remove(path.join(folder, 'postgres'));
    lease.destroy();
  };
  try {
    const backend = await openEmbedded(folder);
    return { ...backend, close: () => backend.close().finally(release) };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Requests a copy, which is there until the returned socket is destroyed; undefined if no process serves the folder. */
async function borrow(address: string): Promise<Socket | undefined> {
  const socket = createConnection(address);
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw new DatabaseError(`The process that serves the data folder cannot be asked: ${message}.`, error);
  }
  const reply = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
    socket.on('error', () => {});
    socket.once('close', () => resolve(JSON.stringify({ error: 'It has ended.' })));
  });
  const { error } = JSON.parse(reply) as { error?: string };
  if (error === undefined) return socket;
  socket.destroy();
  throw new DatabaseError(`The process that serves the data folder cannot make a copy of the database: ${error}`);
}
