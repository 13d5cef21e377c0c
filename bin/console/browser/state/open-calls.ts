/**
 * Calls that write, from the press of a button until they are answered. Each has one idempotency key, and stays in `sessionStorage` with its
 * arguments: a repeat, be it after a lost answer or a reload, is the same call.
 */
import { signal } from '@preact/signals';
import { ApiError, NotFoundError } from '../../../../lib/client/store-commerce.ts';
import { reveal } from './codes.ts';
import { session } from './session.ts';
import { untilAdmitted } from './waiting.ts';
import { deletes, type WriteArgs, type WriteName, type WriteResult, writes } from './writes.ts';

/** How the page names a call whose outcome is not known. */
export interface About {
  /** Such as `Hide the review by Ada L.` */
  what: string;
  /** The page of the console where its effect shows, below `/console/`. */
  where: string;
}

export interface OpenCall<Name extends WriteName = WriteName> extends About {
  /** The idempotency key. */
  id: string;
  /** The public id of the API key that the call is made with. The service keeps idempotency keys by API key. */
  keyId: string;
  /** Milliseconds since 1970. */
  begunAt: number;
  name: Name;
  args: WriteArgs<Name>;
}

/** An open call that is not in flight: its answer was lost, or it is from before a reload and must not go on. */
export interface Stranded {
  call: OpenCall;
  /** `again`: repeating it is safe. `unknown`: it was made with another API key, or so long ago that the service has forgotten its key. */
  way: 'again' | 'unknown';
}

const prefix = 'console.call.';

/** The service keeps an idempotency key for 24 hours; a clock may be off, and a repeat takes its time. */
const repeatable = 23 * 3_600_000;

/** What stays in the tab, at most. */
const forgotten = 24 * 3_600_000;

export const stranded = signal<readonly Stranded[]>([]);

/** Calls of before a reload that go on: how many there were, and how many have been answered. */
export const goingOn = signal<{ total: number; answered: number } | undefined>(undefined);

const inFlight = new Map<string, { call: OpenCall; answer: Promise<unknown> }>();

/** Calls that are not answered, in flight or not. */
export const openCalls = (): number => stranded.value.length + inFlight.size;

/** Begins a call: it is kept before anything is sent. The same call that is open already is given instead of another one. */
export function open<Name extends WriteName>(name: Name, args: WriteArgs<Name>, about: About): OpenCall<Name> {
  const { key } = signedIn();
  const content = JSON.stringify([key.id, name, args]);
  const same = [...[...inFlight.values()].map(({ call }) => call), ...repeatables()].find(
    (call) => JSON.stringify([call.keyId, call.name, call.args]) === content,
  );
  if (same) return same as OpenCall<Name>;
  const call: OpenCall<Name> = { ...about, id: crypto.randomUUID(), keyId: key.id, begunAt: Date.now(), name, args };
  sessionStorage.setItem(prefix + call.id, JSON.stringify(call));
  return call;
}

const repeatables = (): OpenCall[] => stranded.peek().flatMap(({ call, way }) => (way === 'again' ? [call] : []));

/**
 * Sends a call, and is done with it once it is answered: with its result, or the refusal of the service. Rejects where no answer came as
 * well; then the call stays open. A call in flight is not sent twice.
 */
export function finish<Name extends WriteName>(call: OpenCall<Name>): Promise<WriteResult<Name>> {
  const sent = inFlight.get(call.id)?.answer ?? send(call);
  return sent as Promise<WriteResult<Name>>;
}

/** One press of a button. */
export const write = <Name extends WriteName>(name: Name, args: WriteArgs<Name>, about: About) =>
  finish(open(name, args, about));

function send(call: OpenCall): Promise<unknown> {
  const isRepeat = stranded.peek().some((each) => each.call.id === call.id);
  stranded.value = stranded.peek().filter((each) => each.call.id !== call.id);
  const { shop } = signedIn();
  const make = writes[call.name] as (...args: unknown[]) => Promise<unknown>;
  const answer = untilAdmitted(() => make(shop, { idempotencyKey: call.id }, ...call.args))
    .catch((error: unknown) => {
      if (isRepeat && deletes(call.name) && error instanceof NotFoundError) return undefined;
      throw error;
    })
    .then(
      (result) => {
        reveal(result);
        close(call);
        return result;
      },
      (error: unknown) => {
        inFlight.delete(call.id);
        if (isAnswer(error)) close(call);
        // Whoever signed out has erased it.
        else if (sessionStorage.getItem(prefix + call.id) !== null)
          stranded.value = [...stranded.peek(), { call, way: 'again' }];
        throw error;
      },
    );
  inFlight.set(call.id, { call, answer });
  return answer;
}

/** Makes every call again that may be repeated. */
export const repeatAll = (): Promise<void> =>
  sideBySide(repeatables(), async (call) => {
    await finish(call).catch(() => undefined);
  });

/** Whether the service has said no. A 5xx, like silence, says nothing of what happened. */
const isAnswer = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

function close({ id }: OpenCall): void {
  inFlight.delete(id);
  sessionStorage.removeItem(prefix + id);
}

/** Forgets a call whose outcome the person has looked up. */
export function dismiss(call: OpenCall): void {
  close(call);
  stranded.value = stranded.peek().filter((each) => each.call.id !== call.id);
}

/** Erases every open call, when the person signs out. */
export function eraseOpenCalls(): void {
  for (const call of keptCalls()) sessionStorage.removeItem(prefix + call.id);
  stranded.value = [];
}

/** After a sign-in: goes on with the calls that this API key left open in the tab, a few at a time, and tells of the others. */
export async function goOn(): Promise<void> {
  const { key } = signedIn();
  const now = Date.now();
  const calls = keptCalls().filter(({ id }) => !inFlight.has(id));
  for (const call of calls.filter(({ begunAt }) => now - begunAt > forgotten)) close(call);
  const young = calls.filter(({ begunAt }) => now - begunAt <= forgotten);
  const isRepeatable = ({ keyId, begunAt }: OpenCall) => keyId === key.id && now - begunAt <= repeatable;
  stranded.value = young.map((call) => ({ call, way: isRepeatable(call) ? 'again' : 'unknown' }));
  const own = young.filter(isRepeatable);
  if (own.length === 0) return;
  goingOn.value = { total: own.length, answered: 0 };
  await sideBySide(own, async (call) => {
    await finish(call).catch(() => undefined);
    const { total, answered } = goingOn.peek() ?? { total: own.length, answered: 0 };
    goingOn.value = { total, answered: answered + 1 };
  });
}

/** How many calls of many are in flight at once. */
const atOnce = 6;

/** Does some work for each, a few at a time, in their order. */
export async function sideBySide<T>(each: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = each.values();
  const worker = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function keptCalls(): OpenCall[] {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  const calls = names.map((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null') as OpenCall);
  return calls.toSorted((a, b) => a.begunAt - b.begunAt);
}

function signedIn() {
  const current = session.peek();
  if (!current) throw new Error('Nobody is signed in');
  return current;
}
