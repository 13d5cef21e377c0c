/**
 * Calls that write, from the press of a button until they are answered. Each has one idempotency key and stays in the tab, sealed: a
 * repeat, be it after a lost answer or a reload, is the same call.
 */
import { signal } from '@preact/signals';
import { ApiError, NotFoundError } from '../../../../lib/client/store-commerce.ts';
import { reveal } from './codes.ts';
import { drop, isKept, isRepeatable, keep, newTrace, type Owner, recall, type Trace } from './kept.ts';
import { signedIn } from './session.ts';
import { untilAdmitted } from './waiting.ts';
import { deletes, type WriteArgs, type WriteName, type WriteResult, writes } from './writes.ts';

/** How the page names a call of unknown outcome. */
export interface About {
  /** Such as `Hide the review by Ada L.` */
  what: string;
  /** The page of the console where its effect shows, below `/console/`. */
  where: string;
}

/** What another key of the store may know of a call: neither its arguments nor the customer. */
interface CallTrace extends Trace {
  name: WriteName;
  /** The first part of `where`. */
  page: string;
}

interface CallContent<Name extends WriteName = WriteName> extends About {
  args: WriteArgs<Name>;
}

export interface OpenCall<Name extends WriteName = WriteName> extends CallTrace, CallContent<Name> {
  name: Name;
}

/** An open call that is not in flight: its answer was lost, or it is from before a reload and must not continue. */
export type Stranded =
  /** Repeating it is safe. */
  | { way: 'again'; call: OpenCall }
  /** It was made with another API key of the store, or so long ago that the service has forgotten its key. */
  | { way: 'unknown'; call: CallTrace & Partial<About> };

export const stranded = signal<readonly Stranded[]>([]);

/** Calls of before a reload that continue: how many there were, and how many have been answered. */
export const goingOn = signal<{ total: number; answered: number } | undefined>(undefined);

/** How many calls the service has carried out since the page was loaded. */
export const changes = signal(0);

interface Unanswered {
  call: OpenCall;
  /** Settles once a reload would find the call. */
  kept?: Promise<void>;
  answer?: Promise<unknown>;
}

/** Calls that wait to be sent or answered. */
const unanswered = new Map<string, Unanswered>();

/** Calls that are not answered, in flight or not. */
export const openCalls = (): number => stranded.value.length + unanswered.size;

/** Begins a call: it is kept before anything is sent. The same call that is open already is given instead of another one. */
export async function open<Name extends WriteName>(
  name: Name,
  args: WriteArgs<Name>,
  about: About,
): Promise<OpenCall<Name>> {
  const content = JSON.stringify([name, args]);
  const same = [...[...unanswered.values()].map(({ call }) => call), ...repeatables()].find(
    (call) => JSON.stringify([call.name, call.args]) === content,
  );
  const call = (same as OpenCall<Name> | undefined) ?? begin(name, args, about, signedIn());
  await unanswered.get(call.id)?.kept;
  return call;
}

function begin<Name extends WriteName>(name: Name, args: WriteArgs<Name>, about: About, by: Owner): OpenCall<Name> {
  const [page = ''] = about.where.split('/');
  const trace = { ...newTrace(by), name, page };
  const call = { ...trace, ...about, args };
  const kept = keep('call', trace, { ...about, args }, by).catch((error: unknown) => {
    unanswered.delete(call.id);
    throw error;
  });
  unanswered.set(call.id, { call: call as unknown as OpenCall, kept });
  return call;
}

const repeatables = (): OpenCall[] => stranded.peek().flatMap((each) => (each.way === 'again' ? [each.call] : []));

/**
 * Sends a call, and is done with it once it is answered: with its result, or the refusal of the service. Rejects if no answer came as
 * well; then the call stays open. A call in flight is not sent twice.
 */
export function finish<Name extends WriteName>(call: OpenCall<Name>): Promise<WriteResult<Name>> {
  const sent = unanswered.get(call.id)?.answer ?? send(call as unknown as OpenCall);
  return sent as Promise<WriteResult<Name>>;
}

/** One press of a button. */
export const write = async <Name extends WriteName>(
  name: Name,
  args: WriteArgs<Name>,
  about: About,
): Promise<WriteResult<Name>> => finish(await open(name, args, about));

function send(call: OpenCall): Promise<unknown> {
  const isRepeat = stranded.peek().some((each) => each.call.id === call.id);
  stranded.value = stranded.peek().filter((each) => each.call.id !== call.id);
  const { shop } = signedIn();
  const make = writes[call.name](shop) as (...args: unknown[]) => Promise<unknown>;
  const options = deletes(call.name) ? {} : { idempotencyKey: call.id };
  const answer = untilAdmitted(() => make(...call.args, options))
    .catch((error: unknown) => {
      if (isRepeat && deletes(call.name) && error instanceof NotFoundError) return undefined;
      throw error;
    })
    .then(
      (result) => {
        reveal(result);
        close(call);
        changes.value += 1;
        return result;
      },
      (error: unknown) => {
        unanswered.delete(call.id);
        if (isAnswer(error)) close(call);
        // A person who signed out has erased it.
        else if (isKept('call', call.id)) stranded.value = [...stranded.peek(), { call, way: 'again' }];
        throw error;
      },
    );
  unanswered.set(call.id, { call, answer });
  return answer;
}

/** Makes every call again that may be repeated. */
export const repeatAll = (): Promise<void> =>
  sideBySide(repeatables(), async (call) => {
    await finish(call).catch(() => undefined);
  });

/** Whether the service has said no. A 5xx, like silence, says nothing of what happened. */
const isAnswer = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

function close({ id }: Trace): void {
  unanswered.delete(id);
  drop('call', id);
}

/** Forgets a call after the person has looked up its outcome. */
export function dismiss(call: Trace): void {
  close(call);
  stranded.value = stranded.peek().filter((each) => each.call.id !== call.id);
}

/** After a sign-in: continues the calls that this API key left open in the tab, a few at a time, and shows those of the same store. */
export async function goOn(): Promise<void> {
  const current = signedIn();
  const kept = await recall<CallTrace, CallContent>('call', current);
  const found = kept
    .filter(({ trace }) => !unanswered.has(trace.id))
    .map(({ trace, content }): Stranded => {
      if (content && isRepeatable(trace)) return { way: 'again', call: { ...trace, ...content } };
      return { way: 'unknown', call: { ...trace, ...content } };
    });
  stranded.value = found;
  const own = repeatables();
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
