/** Probes in the table: one for each webhook with postponed deliveries, due at the webhook's next call. */
import { randomUUID } from 'node:crypto';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';

export interface Probe {
  store_id: string;
  webhook_id: string;
  /** When the webhook is called next. */
  due_at: string;
  /** Whether the last round found nothing postponed: unless that changes, the next one removes the probe. */
  is_ending: boolean;
}

type Probed = Pick<Probe, 'store_id' | 'webhook_id'>;

const read = readerWith({
  store_id: asStored,
  webhook_id: asStored,
  due_at: asStored,
  is_ending: false,
} satisfies StoredAs<Probe>);

const keyOf = ({ store_id, webhook_id }: Probed): Key => keys.probe(store_id, webhook_id);

/** The probe of a webhook, or undefined. */
export const find = (probed: Probed) => findAt(keyOf(probed));

/** The probe under a key of the due index, or undefined. */
export const findAt = (key: Key) => items.find<Probe>(key, read);

/** Creates the probe of a webhook, or changes the one that was found: it is due at a time. */
export const makeDue = (
  { store_id, webhook_id, due_at, is_ending = false }: Probed & Pick<Probe, 'due_at'> & Partial<Probe>,
  found: Stored<Probe> | undefined,
): Write => {
  const key = keys.probe(store_id, webhook_id);
  // Only one of several functions that claim the same probe succeeds, because each writes a different token.
  const token = randomUUID();
  const next = { store_id, webhook_id, due_at, is_ending, token };
  return items.createOrChange(key, found, { ...next, ...dueAt('PROBES', due_at, key) });
};

/** Removes the probe. */
export const end = (probe: Stored<Probe>): Write => items.remove(keyOf(probe), probe);
