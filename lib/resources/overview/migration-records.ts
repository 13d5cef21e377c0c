/** Migrations that count the items of earlier releases in the figures of their stores, and items of which changes were missed. */
import type { ItemMigration } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import * as overviews from './records.ts';
import { areSame, cardMailedBy, difference, type Figures, figuresOf, isCounted } from './rules.ts';

/**
 * Changes an item that is not counted as it is, in an attribute that nothing else reads: the stream then delivers the item, and it is counted
 * with many others in one transaction.
 */
const missedItems: ItemMigration = {
  concerns: isCounted,
  async writes(store, item) {
    const { counted } = await overviews.findCounted(store, [item]);
    const isRight = areSame(counted[0]?.figures ?? {}, figuresOf(item));
    const isOfMail = item.mail_queued_at !== undefined && cardMailedBy(undefined, item) !== undefined;
    const mail = isOfMail ? await overviews.findMail(keys.countedMail(store, String(item.id))) : undefined;
    const isMissed = !isRight || (isOfMail && !mail);
    return isMissed ? [items.update({ pk: item.pk, sk: item.sk }, { added: { recounts: 1 }, exists: true })] : [];
  },
};

/** An item was deleted, and the function behind the stream of an earlier release did not count that. */
const deletedItems: ItemMigration = {
  concerns: ({ sk, figures }) => sk === 'COUNTED' && !areSame(figures as Figures, {}),
  async writes(store, counted) {
    const item = counted.item as Key;
    const [found, { overview, counted: read }] = [
      await items.find(item, items.rawItem),
      await overviews.findCounted(store, [item]),
    ];
    const [was] = read;
    if (found || !was) return [];
    return [
      overviews.count(item, was, { ...was, figures: {} }),
      ...overviews.add(store, overview, {
        figures: difference(was.figures, {}),
        time: overview?.as_of ?? '',
      }),
      items.checkAttributes(item, { without: ['pk'] }),
    ];
  },
};

export const countedItems: readonly ItemMigration[] = [missedItems, deletedItems];
