import { newId } from '../../../../../lib/runtime/ids.ts';
import { inHours } from '../../engine/clock.ts';
import type { Random } from '../../engine/random.ts';

/** A store that is not there before a client makes it. */
export interface Place {
  store_id: string;
  /** API keys that clients were told of, by their ids. */
  known: Map<string, string>;
  /** By the last phase in which something lasts: when it ends, as the contract writes it. */
  ends: Readonly<Record<number, string>>;
}

export const begin = async (): Promise<Place> => ({
  store_id: newId('store'),
  known: new Map(),
  ends: { 1: inHours(1), 2: inHours(3) },
});

/** The id of a key, mostly the newest. */
export const keyOf = ({ known }: Place, random: Random): string | undefined =>
  random.chance(0.7) ? [...known.keys()].at(-1) : random.among([...known.keys()]);
