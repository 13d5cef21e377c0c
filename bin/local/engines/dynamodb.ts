import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../startup-error.ts';
import { dynamoDbProgram } from './dynamodb-program.ts';
import { type Engine, engineOf } from './engine.ts';
import { addressesClosedToBrowsers, closedToBrowsers } from './ports.ts';

/**
 * Runs the engine in its own process, which ends when the pipe to its standard input closes. So none is left behind, nor its scratch files,
 * even when this process is killed. Its own session keeps Ctrl-C from ending it before the requests in progress.
 */
const untilPipeCloses =
  'umask 077; exec 3<&0; (cat <&3 >/dev/null; kill $$ 2>/dev/null; [ -z "$SCRATCH" ] || rm -rf "$SCRATCH") & exec "$0" "$@" 3<&-';

interface DynamoDbOptions {
  /** Keeps the tables; without, they are kept for as long as the engine runs. */
  file: string | undefined;
  onCrash(error: StartupError): void;
}

/**
 * Starts DynamoDB on a loopback port that browsers block, since it needs no credentials and lets every origin read its answers. Throws a
 * `StartupError` when it cannot start.
 */
export async function startDynamoDb({ file, onCrash }: DynamoDbOptions): Promise<Engine> {
  const program = await dynamoDbProgram();
  for await (const { host, port } of addressesClosedToBrowsers()) {
    const scratch = file === undefined ? mkdtempSync(join(scratchFolder(), 'store-commerce-')) : '';
    const database = file ?? join(scratch, 'tables.sqlite');
    const options = ['serve', '--host', host, '--port', String(port), '--db-path', database];
    const child = spawn('sh', ['-c', untilPipeCloses, program, ...options], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, SCRATCH: scratch },
    });
    const failure = await listening(child);
    if (failure === undefined) {
      indexChanges(database);
      const crash = () => onCrash(new StartupError('The DynamoDB engine ended unexpectedly'));
      return engineOf(child, `http://${host}:${port}`, crash);
    }
    // Another process may have taken the port between finding it free and using it.
    if (!failure.includes('in use')) throw new StartupError(`DynamoDB did not start: ${failure}`);
  }
  throw new StartupError(
    `DynamoDB has no port left that browsers keep away from (${closedToBrowsers.join(', ')}): stop what listens on one of them`,
  );
}

/** The engine looks for the greatest number among all changes of all tables at each write: an index keeps the cost of a write constant. */
function indexChanges(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_stream_records'").get();
    if (!isThere) return;
    database.exec(`CREATE INDEX IF NOT EXISTS changes_in_order
      ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`);
  } finally {
    database.close();
  }
}

/** Waits until the engine listens; what it says where it ends instead. */
async function listening(child: ChildProcess): Promise<string | undefined> {
  let said = '';
  const ready = new Promise<undefined>((resolve) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('listening')) resolve(undefined);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', () => resolve(said.trim() || 'it ended without a word'));
  });
  const failure = await Promise.race([ready, ended]);
  child.stdout?.removeAllListeners('data').resume();
  child.stderr?.removeAllListeners('data').resume();
  return failure;
}

/** More than a day's work leaves in the tables; containers have 64 MB there. */
const roomBytes = 1024 ** 3;

/**
 * The folder for temporary tables: TMPDIR if set, else one in memory if it has room, because the engine waits for the disk at each write.
 */
export const scratchFolder = (memory = memoryOfLinux): string =>
  !process.env.TMPDIR && hasRoom(memory) ? memory : tmpdir();

/** Linux keeps what is in this folder in memory. */
const memoryOfLinux = '/dev/shm';

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomBytes;
  } catch {
    return false;
  }
}
