/** The recorded requests of a load, with what names one entity told from what all of a store share. */

import type { LoadName } from './load-names.ts';
import { loads, newBusyStore } from './loads.ts';
import { type Call, type HeldItem, recordCalls, type Touch } from './recording.ts';

/** The calls of each step of one request. */
type RecordedRequest = readonly (readonly Call[])[];

export interface RecordedLoad {
  name: LoadName;
  requests: readonly RecordedRequest[];
  /** Of every partition and item that was touched. */
  nameOf(text: string): string;
  /** How many of its kind there are. */
  kindOf(name: string): Kind;
}

/** What the names of a kind stand for. */
interface Kind {
  /** Over how many partitions it is spread. */
  parts: number;
  /** Whether each request has its own; otherwise the store, or all stores, have one. */
  isOwn: boolean;
}

/** Makes so many requests of a load in one store, one after the other, and keeps what they do. */
export async function recordLoad(name: LoadName, samples: number): Promise<RecordedLoad> {
  const world = await newBusyStore();
  const requests: RecordedRequest[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const calls: (readonly Call[])[] = [];
    for (const step of await loads[name](world)) calls.push(await recordCalls(step));
    requests.push(calls);
  }
  const nameOf = (text: string) => kindOfText(text, world.store.id).replaceAll(part, '#&');
  const seen = new Map<string, { parts: Set<string>; entities: Set<string> }>();
  for (const text of requests.flat(2).flatMap(({ touches, held }) => [...touches, ...held].flatMap(textsOf))) {
    const kind = seen.get(nameOf(text)) ?? { parts: new Set<string>(), entities: new Set<string>() };
    seen.set(nameOf(text), kind);
    kind.parts.add([...kindOfText(text, world.store.id).matchAll(part)].join());
    kind.entities.add(text.replaceAll(part, '#&'));
  }
  return {
    name,
    requests,
    nameOf,
    kindOf(kind) {
      const { parts, entities } = seen.get(kind) ?? { parts: new Set(['']), entities: new Set([kind]) };
      return { parts: parts.size, isOwn: entities.size > 1 };
    },
  };
}

const part = /#\d{1,3}(?=[# ]|$)/g;

/** Ids, hashes and times make entities; what is left is the kind. */
const kindOfText = (text: string, store: string): string =>
  text
    .replaceAll(store, 'STORE')
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, '$1_*')
    .replaceAll(/\b[0-9a-f]{64}\b|[\w-]{43}(?=[# ]|$)/g, '*')
    .replaceAll(/(?<=#)\d{4,}(?=[# ]|$)/g, '*');

const textsOf = ({ partition, item }: Touch | HeldItem): string[] =>
  item === undefined ? [partition] : [partition, itemText(partition, item)];

/** An item's key in one text. */
export const itemText = (partition: string, item: string): string => (item === '' ? partition : `${partition} ${item}`);
