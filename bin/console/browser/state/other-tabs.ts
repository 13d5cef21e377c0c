/**
 * The tabs of one browser with the console. A new tab asks the others for the keys, and only then are they sent. No other page of this
 * origin opens the channel. Without being asked, a tab sends only that the person is active or has left.
 */
import type { KeptKeys } from './kept-keys.ts';

type Message =
  | { kind: 'ask'; by: string }
  | { kind: 'answer'; to: string; kept: KeptKeys }
  | { kind: 'used'; at: number }
  /** The ids of the keys that the person has left. */
  | { kind: 'left'; keys: readonly string[]; why: string };

/** What a tab does with the messages of others. */
interface Hearing {
  /** What the tab hands over; undefined if it keeps nothing. */
  kept(): KeptKeys | undefined;
  used(at: number): void;
  left(keys: readonly string[], why: string): void;
}

const channel = new BroadcastChannel('console');

const send = (message: Message): void => channel.postMessage(message);

/** Listens to the other tabs. Run once. */
export function hear({ kept, used, left }: Hearing): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'used') used(data.at);
    if (data.kind === 'left') left(data.keys, data.why);
    if (data.kind !== 'ask') return;
    const own = kept();
    if (own) send({ kind: 'answer', to: data.by, kept: own });
  });
}

/** Milliseconds in which another tab answers. */
const patience = 250;

/** What another tab keeps; undefined if none answers. */
export function askOthers(): Promise<KeptKeys | undefined> {
  const by = crypto.randomUUID();
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'answer' && data.to === by) done(data.kept);
    };
    const timer = setTimeout(() => done(undefined), patience);
    const done = (kept: KeptKeys | undefined) => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(kept);
    };
    channel.addEventListener('message', listen);
    send({ kind: 'ask', by });
  });
}

/** Milliseconds between two messages that the person is active. */
const often = 60_000;

let lastSent = 0;

/** Lets the other tabs know that the person is active. */
export function sayUsed(at: number): void {
  if (at - lastSent < often) return;
  lastSent = at;
  send({ kind: 'used', at });
}

/** Ends the sessions of other tabs with these keys. */
export const sayLeft = (keys: readonly string[], why: string): void => send({ kind: 'left', keys, why });
