/** Imports one gift card of another system with its code, or adjusts it to a later export of that system. */
import type { Attempt, Decision, Step } from '../once/unit-of-work.ts';
import * as cardImports from '../resources/gift-cards/import-records.ts';
import { followExport, importCard } from '../resources/gift-cards/import-rules.ts';
import { fingerprintsOfCard, keptOfImported } from '../resources/gift-cards/imported-code-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import type { ImportedGiftCard } from '../resources/move-in/fields.ts';
import type { Store } from '../resources/stores/rules.ts';
import { newId, newIdOf } from '../runtime/ids.ts';
import { duplicate } from '../schema/errors.ts';
import type { Imported } from './import-each.ts';

interface CardImport {
  store: Pick<Store, 'id' | 'currency'>;
  record: ImportedGiftCard;
  /** Whether a later export adjusts the balance. */
  update: boolean;
}

const newTransactionId = () => newId('giftCardTransaction');

const hashesOf = async (record: ImportedGiftCard) => ({
  code: await keptOfImported(record.code),
  fingerprints: await fingerprintsOfCard(record),
});

/** The step that does it. Throws `INVALID_FIELD`, `MISSING_FIELD` and `DUPLICATE`. */
export const importingCard = (given: CardImport): Step<Imported> => ({
  decide: (attempt) => decideOnCard(given, attempt),
  record: {
    async find() {
      const { code, fingerprints } = await hashesOf(given.record);
      const earlier = await cardImports.find(given.store.id, code.hash);
      return earlier?.fingerprints.some((one) => fingerprints.includes(one)) ? 'unchanged' : undefined;
    },
  },
});

async function decideOnCard({ store, record, update }: CardImport, { now }: Attempt): Promise<Decision<Imported>> {
  const { code, fingerprints } = await hashesOf(record);
  const [fingerprint] = fingerprints;
  const [earlier, own] = await Promise.all([
    cardImports.find(store.id, code.hash),
    giftCards.findIdByCode(store.id, record.code),
  ]);
  if (earlier) {
    const card = await giftCards.get(store.id, earlier.gift_card_id);
    const change = followExport(card, record, update, { now, newTransactionId });
    return {
      writes: [
        ...giftCards.replace(store.id, card, change, now),
        cardImports.addFingerprint(store.id, code.hash, earlier, fingerprint),
      ],
      reply: change.transaction ? 'updated' : 'unchanged',
    };
  }
  // It is a code that this service made.
  if (own) throw duplicate();

  const id = newIdOf('giftCard', record.created_at ?? now);
  const card = importCard(record, { id, code, currency: store.currency, now, newTransactionId });
  return {
    writes: [
      ...giftCards.createWithEntries(store.id, card),
      cardImports.create(store.id, code.hash, { gift_card_id: id, fingerprints: [fingerprint] }),
    ],
    reply: 'imported',
  };
}
