/** Replays in the table. A waiting or running one is due: the sweep continues it. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt, notDue } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import type { Replay, ReplayStatus } from './replay-rules.ts';

const read = readerWith({
  id: asStored,
  store_id: asStored,
  webhook_id: asStored,
  from: asStored,
  to: asStored,
  status: asStored,
  created_at: asStored,
} satisfies StoredAs<Replay>);

type Asked = Pick<Replay, 'store_id' | 'webhook_id' | 'from' | 'to'>;

const requestKey = ({ store_id, webhook_id, from, to }: Asked): Key => keys.replayOf(store_id, webhook_id, from, to);

const keyOf = ({ store_id, id }: Pick<Replay, 'store_id' | 'id'>): Key => keys.replay(store_id, id);

/** The replay of a store, or undefined. */
export const find = (store: string, id: string) => items.find<Replay>(keys.replay(store, id), read);

/** The replay under a key of the due index, or undefined. */
export const findAt = (key: Key) => items.find<Replay>(key, read);

/** The item with the id of the last replay of a period. */
interface LastReplay {
  replay_id: string;
}

export const findLast = (asked: Asked) => items.find<LastReplay>(requestKey(asked), items.rawItem);

/** Creates a replay that is due immediately. It replaces the last replay of the same period. */
export const create = (last: Stored<LastReplay> | undefined, replay: Replay): Write[] => [
  items.createOrChange(requestKey(replay), last, { replay_id: replay.id }),
  items.create(keyOf(replay), { ...replay, ...dueAt('REPLAYS', replay.created_at, keyOf(replay)) }),
];

/** Continues the replay: it is due again at a time. */
export const postpone = (replay: Stored<Replay>, status: ReplayStatus, time: string): Write =>
  items.change(keyOf(replay), replay, { status, ...dueAt('REPLAYS', time, keyOf(replay)) });

/** Ends the replay. */
export const end = (replay: Stored<Replay>, status: ReplayStatus): Write =>
  items.change(keyOf(replay), replay, { status, ...notDue });

/** The item with the id of the running replay, or undefined. */
export const findRunning = () => items.find<LastReplay>(keys.runningReplay, items.rawItem);

export const setRunning = (replay: Replay): Write => items.create(keys.runningReplay, { replay_id: replay.id });

export const endRunning = (running: Stored<LastReplay>): Write => items.remove(keys.runningReplay, running);
