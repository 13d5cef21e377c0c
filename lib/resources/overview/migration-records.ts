/** Migrations that count the items of earlier releases in the figures of their stores, and items of which changes were missed. */
import type { ItemMigration } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import * as overviews from './records.ts';
import { areSame, difference, type Figures, figuresOf, isCounted } from './rules.ts';

/** Sorts before each change of the stream: the next one that it delivers is counted. */
const beforeAll = '';

/** Counts an item as it is. */
const missedItems: ItemMigration = {
  concerns: isCounted,
  async writes(store, item, now) {
    const { part, counted } = await overviews.findCounted(store, [item]);
    const [was] = counted;
    const figures = difference(was?.figures ?? {}, figuresOf(item));
    if (areSame(figures, {})) return [];
    const { pk, sk, version, waiting, waiting_count, waiting_aside } = item;
    return [
      overviews.count(item, was, { figures: figuresOf(item), change: was?.change ?? beforeAll }),
      ...overviews.add(part, { figures, time: now }),
      items.checkAttributes(
        { pk, sk },
        { exists: true, unchanged: { version, waiting, waiting_count, waiting_aside } },
      ),
    ];
  },
};

/** Counts the email of a gift card as it is. */
const missedMails: ItemMigration = {
  concerns: (item) => isCounted(item) && item.sk === 'GIFTCARD',
  async writes(store, { id }, now) {
    const key = keys.countedMail(store, String(id));
    const mail = await overviews.readMail(key, now);
    if (!mail) return [];
    const { part, was, next } = mail;
    const figures = difference(was?.figures ?? {}, next.figures);
    const isRight = areSame(figures, {}) && (next.due_at === undefined || was !== undefined);
    return isRight ? [] : [overviews.countMail(key, was, next), ...overviews.add(part, { figures, time: now })];
  },
};

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

export const countedItems: readonly ItemMigration[] = [missedItems, missedMails, deletedItems];
