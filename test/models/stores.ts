/** What is true of a store and its API keys, one thing at a time. */
import { newId } from '../../lib/runtime/ids.ts';
import type { Phase } from '../requests/table.ts';
import { inHours } from '../stage/engine/clock.ts';
import {
  type Answer,
  glimpsesOf,
  type Input,
  idsIn,
  isRefused,
  type Model,
  type Operation,
} from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';

/** A store that is not there before a client makes it. */
export interface Fixture {
  store_id: string;
  /** API keys that clients know, by their ids. */
  known: Map<string, string>;
  /** By the last phase in which something lasts: when it ends, as the contract writes it. */
  ends: Readonly<Record<number, string>>;
}

export const begin = async (): Promise<Fixture> => ({
  store_id: newId('store'),
  known: new Map(),
  ends: { 1: inHours(1), 2: inHours(3) },
});

/** The id of a key, mostly the newest. */
export const keyOf = ({ known }: Fixture, random: Random): string | undefined =>
  random.chance(0.7) ? [...known.keys()].at(-1) : random.among([...known.keys()]);

interface ApiKey {
  /** The last phase in which it does not expire. */
  until: number;
  /** The last phase before it is revoked. */
  revoked: number;
}

interface State {
  /** What the store is called and what it was made as, once there is one. */
  store: { name: string; madeAs: string } | null;
  /** A key that no client knows may be there too. */
  keys: Record<string, ApiKey>;
}

/** Before anything is done. */
export const initial: State = { store: null, keys: {} };

/** The last phase of what has no end. */
export const noExpiry = 9;

/** The last phase before a revocation that is reported now. */
const before = (phase: Phase): number => phase - 1;

function applyStore(state: State, { name }: Input, answer: Answer | undefined): State | undefined {
  const store = state.store ?? { name, madeAs: name };
  if (store.madeAs !== name) return isRefused(answer, 'DUPLICATE') ? state : undefined;
  return !answer || (answer.ok && answer.body.name === store.name) ? { ...state, store } : undefined;
}

function applyUpdate(state: State, { name }: Input, answer: Answer | undefined): State | undefined {
  if (state.store === null || (answer && answer.body?.name !== name)) return undefined;
  return { ...state, store: { ...state.store, name } };
}

const withKey = (state: State, id: string, key: ApiKey): State => ({ ...state, keys: { ...state.keys, [id]: key } });

function applyRevoke(state: State, { id, at, phase }: Input, answer: Answer | undefined): State | undefined {
  const key = state.keys[id];
  if (answer && !(answer.ok && answer.body.revoked_at)) return undefined;
  if (!key) return state;
  return withKey(state, id, { ...key, revoked: Math.min(key.revoked, at ?? before(phase)) });
}

/** What a list shows of one key. */
function applyGlimpse(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  const key = state.keys[id];
  const { body: shown } = answer ?? {};
  // A key that no client knows may be shown too.
  if (key === undefined) return state;
  const isShown = shown && (shown.revoked_at !== null) === key.revoked < noExpiry;
  return isShown && (shown.expires_at !== null) === key.until < noExpiry ? state : undefined;
}

function applyUse(state: State, { id, phase }: Input, answer: Answer | undefined): State | undefined {
  const key = state.keys[id];
  const works = key !== undefined && phase <= Math.min(key.until, key.revoked);
  return answer?.ok === works && (answer.ok || answer.code === 'UNAUTHORIZED') ? state : undefined;
}

function applyKey(state: State, { until }: Input, answer: Answer | undefined): State | undefined {
  return answer?.ok ? withKey(state, answer.body.key_id, { until, revoked: noExpiry }) : undefined;
}

const effects: Record<string, Model<State>> = {
  'create store': applyStore,
  // Of an index: it shows what was.
  'list stores': (state, _, answer) => (answer?.ok ? state : undefined),
  'list migrations': (state, _, answer) => (answer?.ok ? state : undefined),
  'update store': applyUpdate,
  'create key': applyKey,
  revoke: applyRevoke,
  glimpse: applyGlimpse,
  use: applyUse,
};

const needsNoStore = new Set(['create store', 'list stores', 'list migrations']);

export const apply: Model<State> = (state, input, answer, during) => {
  // A store is not there before it is made.
  if (state.store === null && !needsNoStore.has(input.kind)) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const effect = effects[input.kind];
  return effect ? effect(state, input, answer, during) : state;
};

/** A list with what it shows of each key. */
export function inSteps(history: readonly Operation[]): Operation[] {
  const idOf = ({ key_id }: { key_id?: string }) => key_id;
  const ids = idsIn(history, idOf as never);
  return history.flatMap((operation) =>
    operation.input.kind === 'list' && operation.answer?.ok
      ? [operation, ...glimpsesOf(operation, ids, idOf as never)]
      : [operation],
  );
}

/** A store that a list shows with a name it never had, or that the last list does not show with its name. */
export function misshown(history: readonly Operation[], store: string): string | undefined {
  const asked = new Set(history.map(({ input }) => input.name));
  const lists = history.filter(({ input, answer }) => input.kind === 'list stores' && answer?.ok);
  const shown = lists.map(({ answer }) => answer?.body.data.find(({ id }: { id: string }) => id === store)?.name);
  const wrong = shown.find((name) => name !== undefined && !asked.has(name));
  if (wrong !== undefined) return `a list shows the store as ${wrong}`;
  const isMade = history.some(({ input, answer }) => input.kind === 'create store' && answer?.ok);
  return isMade && shown.length > 0 && shown.at(-1) === undefined ? 'the last list does not show the store' : undefined;
}
