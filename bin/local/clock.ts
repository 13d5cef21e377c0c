/**
 * The local server's clock: the machine's time, moved ahead. Everything in this process reads it through `Date`, including the functions,
 * which do not know. Timers and the engines keep the machine's time. Nothing of this is deployed.
 */
import { describeError, log } from '../../lib/runtime/log.ts';
import { readIfThere, replacePrivateSync } from '../command-line/private-file.ts';
import { StartupError } from './startup-error.ts';

type Follower = () => unknown;

/** The last second that a timestamp can write. */
const end = Date.parse('9999-12-31T23:59:59Z');

const machine = Date;
const followers = new Set<Follower>();
let ahead = 0;
let keptIn: string | undefined;

const now = (): number => machine.now() + ahead;

interface Start {
  /** The time to begin at, in milliseconds since 1970; where it was left, or the machine's, without. */
  at: number | undefined;
  /** The file that keeps how far it is ahead over a restart. */
  file: string | undefined;
}

/** From now on this process has this clock's time. Throws a `StartupError` if the file cannot be read. */
export function startClock({ at, file }: Start): void {
  keptIn = file;
  ahead = at === undefined ? readAhead(file) : at - machine.now();
  keepAhead();
  globalThis.Date = new Proxy(machine, {
    apply: () => new machine(now()).toString(),
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}

/** Milliseconds by which this clock is ahead of the machine's, and of the engines'. */
export const millisecondsAhead = (): number => ahead;

/** Moves the clock and resolves when its followers have caught up. Returns false and does nothing when that would pass the year 9999. */
export async function advanceClock(seconds: number): Promise<boolean> {
  if (now() + seconds * 1000 > end) return false;
  ahead += seconds * 1000;
  keepAhead();
  await Promise.all([...followers].map(catchUp));
  return true;
}

async function catchUp(follow: Follower): Promise<void> {
  try {
    await follow();
  } catch (error) {
    log('error', 'what follows the clock failed', { error: describeError(error) });
  }
}

/** Calls `follow` whenever the clock has been moved, until the answer is called. */
export function followClock(follow: Follower): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

function readAhead(file: string | undefined): number {
  if (file === undefined) return 0;
  const kept = readIfThere(file);
  if (kept === undefined) return 0;
  if (/^-?\d+(?:\.\d+)?$/.test(kept)) return Number(kept);
  throw new StartupError(`${file} holds no clock: choose a time with --clock, or start again with --fresh`);
}

function keepAhead(): void {
  if (keptIn !== undefined) replacePrivateSync(keptIn, String(ahead));
}
