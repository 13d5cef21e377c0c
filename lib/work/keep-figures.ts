/**
 * Keeps the figures of stores from the changes of their items. What an item adds is recorded with the figures, so a change that is delivered
 * twice, late, or after one that was missed leaves the figures equal to the sum over all items.
 */
import { commitUnitOfWork, type Step } from '../once/unit-of-work.ts';
import * as overviews from '../resources/overview/records.ts';
import {
  areSame,
  cardMailedBy,
  difference,
  type Figures,
  figuresOf,
  isCounted,
  sumOf,
} from '../resources/overview/rules.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf, sideBySide } from '../runtime/collections.ts';
import type { ItemChange } from '../table/item-change.ts';
import { type Key, keys, storeOf } from '../table/keys.ts';

/** The last of the changes of an item. */
interface Latest {
  item: Key;
  figures: Figures;
  /** Whether one of the changes has changed what the item adds. */
  isMoved: boolean;
  change: string;
  time: string;
}

/** Counts changes of the store table in the figures of their stores. A change that was counted already has no effect. */
export async function keepFigures(changes: readonly ItemChange[]): Promise<void> {
  for (const [store, ofStore] of Map.groupBy(latestOf(changes), ({ item }) => storeOf(item))) {
    for (const portion of chunksOf(ofStore, batches.countedItems.size))
      await commitUnitOfWork(counting(store, portion));
  }
  const mailed = changes.flatMap(({ before, after }) => {
    const item = after ?? before;
    const id = cardMailedBy(before, after);
    return item && id ? [keys.countedMail(storeOf(item), id)] : [];
  });
  const distinct = new Map(mailed.map((key) => [key.pk, key]));
  await sideBySide([...distinct.values()], batches.countedMails.size, (key) => commitUnitOfWork(countingMail(key)));
}

/** The changed items that may add to figures, each with its last change. */
function latestOf(changes: readonly ItemChange[]): Latest[] {
  const byItem = new Map<string, Latest>();
  for (const { before, after, time, ...place } of changes) {
    const item = after ?? before;
    if (!item || !isCounted(item)) continue;
    const known = byItem.get(item.pk);
    const change = changeOf(place);
    const figures = figuresOf(after);
    const isMoved = known?.isMoved || !areSame(figuresOf(before), figures);
    const isLatest = !known || known.change < change;
    byItem.set(item.pk, isLatest ? { item, figures, isMoved, change, time } : { ...known, isMoved });
  }
  return [...byItem.values()].filter(({ isMoved, figures }) => isMoved || !areSame(figures, {}));
}

/** Sorts by the lifetime of the table, then by the sequence number, which has up to 40 digits. */
const changeOf = ({ epoch, sequence }: Pick<ItemChange, 'epoch' | 'sequence'>): string =>
  [epoch, sequence.padStart(40, '0')].join(' ');

const counting = (store: string, latest: readonly Latest[]): Step<void> => ({
  async decide() {
    const { part, counted } = await overviews.findCounted(
      store,
      latest.map(({ item }) => item),
    );
    const due = latest.flatMap(({ item, figures, isMoved, change, time }, index) => {
      const was = counted[index];
      if (was && was.change >= change) return [];
      const moved = difference(was?.figures ?? {}, figures);
      if (!isMoved && areSame(moved, {})) return [];
      return [{ time, moved, write: overviews.count(item, was, { figures, change }) }];
    });
    const figures = sumOf(due.map(({ moved }) => moved));
    const time = due.map((each) => each.time).reduce((newest, each) => (each > newest ? each : newest), '');
    return {
      writes: [...due.map(({ write }) => write), ...overviews.add(part, { figures, time })],
      reply: undefined,
    };
  },
});

/** Counts the email of a gift card in its present state, by the key of what it adds. */
export const countingMail = (key: Key): Step<void> => ({
  async decide({ now }) {
    const mail = await overviews.readMail(key, now);
    if (!mail) return { writes: [], reply: undefined };
    const { part, was, next } = mail;
    const figures = difference(was?.figures ?? {}, next.figures);
    return {
      writes: [overviews.countMail(key, was, next), ...overviews.add(part, { figures, time: now })],
      reply: undefined,
    };
  },
});
