/** Migrations that count the items of earlier releases in the figures of their stores, and items of which changes were missed. */
import type { ItemMigration, StoredItem } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import * as overviews from './records.ts';
import { areSame, difference, type Figures, figuresOf, isCounted } from './rules.ts';

/**
 * Changes an item that is not counted as it is, in an attribute that nothing else reads: the stream then delivers the item, and it is counted
 * with many others in one transaction.
 */
const missedItems: ItemMigration = {
  concerns: isCounted,
  async writes(store, item, now) {
    const { counted } = await overviews.findCounted(store, [item]);
    const isMissed = !areSame(counted[0]?.figures ?? {}, figuresOf(item)) || (await isMailMissed(store, item, now));
    return isMissed ? [items.update({ pk: item.pk, sk: item.sk }, { added: { recounts: 1 }, exists: true })] : [];
  },
};

/** Whether the email of a gift card is not counted as it is. */
async function isMailMissed(store: string, item: StoredItem, now: string): Promise<boolean> {
  if (item.sk !== 'GIFTCARD') return false;
  const mail = await overviews.readMail(keys.countedMail(store, String(item.id)), now);
  if (!mail) return false;
  const { was, next } = mail;
  return !areSame(was?.figures ?? {}, next.figures) || (next.due_at !== undefined && !was);
}

/** An item was deleted, and the function behind the stream of an earlier release did not count that. */
const deletedItems: ItemMigration = {
  concerns: ({ sk, figures }) => sk === 'COUNTED' && !areSame(figures as Figures, {}),
  async writes(store, counted, now) {
    const item = counted.item as Key;
    const [found, { part, counted: read }] = [
      await items.find(item, items.rawItem),
      await overviews.findCounted(store, [item]),
    ];
    const [was] = read;
    if (found || !was) return [];
    return [
      overviews.count(item, was, { ...was, figures: {} }),
      ...overviews.add(part, { figures: difference(was.figures, {}), time: now }),
      items.checkAttributes(item, { without: ['pk'] }),
    ];
  },
};

export const countedItems: readonly ItemMigration[] = [missedItems, deletedItems];
