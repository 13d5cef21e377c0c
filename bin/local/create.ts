/** Makes single records with ids and secrets that are always the same. Records that exist stay as they are. */

import type { ChangeContext } from '../../lib/ledger/rules.ts';
import { digitalFilePlace, putObject } from '../../lib/objects/objects.ts';
import { commitUnitOfWork } from '../../lib/once/unit-of-work.ts';
import type { AddressInput } from '../../lib/resources/customer-addresses/fields.ts';
import * as addresses from '../../lib/resources/customer-addresses/records.ts';
import { newAddress } from '../../lib/resources/customer-addresses/rules.ts';
import * as digitalFiles from '../../lib/resources/digital-files/records.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import { issue } from '../../lib/resources/gift-cards/rules.ts';
import type { GiftOptionInput } from '../../lib/resources/gift-options/fields.ts';
import * as giftOptions from '../../lib/resources/gift-options/records.ts';
import { newGiftOption } from '../../lib/resources/gift-options/rules.ts';
import { termsOfCard } from '../../lib/resources/search/mark-records.ts';
import * as storeCredits from '../../lib/resources/store-credits/records.ts';
import * as creditRules from '../../lib/resources/store-credits/rules.ts';
import * as apiKeys from '../../lib/resources/stores/api-key-records.ts';
import { defaultAddressSettings } from '../../lib/resources/stores/rules.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { newId } from '../../lib/runtime/ids.ts';
import type { Resource } from '../../lib/schema/ids.ts';
import type { Permission } from '../../lib/schema/operation.ts';
import type { Write } from '../../lib/table/items.ts';
import * as items from '../../lib/table/items.ts';
import { keys } from '../../lib/table/keys.ts';

/** Commits the writes for what is still missing. */
export const createMissing = (missing: () => Promise<readonly Write[]>): Promise<void> =>
  commitUnitOfWork<void>({ decide: async () => ({ writes: await missing(), reply: undefined }) });

/** By which API key the changes of this machine are made. */
export const circumstances = (now: string, entry: Resource = 'giftCardTransaction'): ChangeContext => ({
  actor: { type: 'api_key', name: 'Demo write key' },
  now,
  transactionId: newId(entry),
});

/** The one thing `create-api-key` cannot do: it never makes a key that anybody knows. */
export function createKey(
  store_id: string,
  key: { id: string; secret: string; permission: Permission; name?: string },
): Promise<void> {
  const { id, secret, permission, name = `Demo ${permission.toLowerCase()} key` } = key;
  const hash = apiKeys.hashApiKey(secret);
  return createMissing(async () => {
    if (await apiKeys.findByHash(hash)) return [];
    const made = { id, store_id, hash, name, permission, created_at: timestampNow(), revoked_at: null };
    const former = await apiKeys.find(store_id, id);
    // An earlier release made it of another form, which is refused by now.
    return former
      ? [
          items.replace(keys.apiKey(store_id, id), former, made),
          items.create(keys.apiKeyByHash(hash), made),
          items.removeById(keys.apiKeyByHash(former.hash), id),
        ]
      : apiKeys.create(made);
  });
}

export const createAddress = (store: string, customer: string, id: string, input: AddressInput): Promise<void> =>
  createMissing(async () => {
    if (await addresses.find(store, customer, id)) return [];
    return [addresses.create(store, customer, newAddress(input, defaultAddressSettings, { id, now: timestampNow() }))];
  });

export const createGiftOption = (store: string, site: string, id: string, input: GiftOptionInput): Promise<void> =>
  createMissing(async () => {
    if (await giftOptions.find(store, site, id)) return [];
    const read = await giftOptions.getNames(store, site);
    return giftOptions.create(store, read, newGiftOption(read.names, input, { id, now: timestampNow() }));
  });

type NewCard = Omit<Parameters<typeof issue>[0], 'code' | 'currency'>;

/** A gift card in US dollars with a code as a buyer types it. It is not emailed. */
export const createGiftCard = (store: string, code: string, card: NewCard, now = timestampNow()): Promise<void> =>
  createMissing(async () => {
    if (await giftCards.find(store, card.id)) return [];
    const kept = { hash: giftCards.hashCode(code), last4: code.slice(-4) };
    const found_by = await termsOfCard(store, card);
    const issued = issue({ ...card, found_by, currency: 'USD', code: kept }, circumstances(now));
    return giftCards.create(store, { ...issued, next: { ...issued.next, mail_queued_at: undefined } });
  });

type NewCredit = Omit<Parameters<typeof creditRules.issue>[0], 'currency'>;

/** A store credit in US dollars. */
export const createStoreCredit = (store: string, credit: NewCredit): Promise<void> =>
  createMissing(async () => {
    if (await storeCredits.find(store, credit.id)) return [];
    const context = circumstances(timestampNow(), 'storeCreditTransaction');
    const issued = creditRules.issue({ ...credit, currency: 'USD' }, context);
    return storeCredits.write(store, await storeCredits.findOpen(store, credit.customer_id), { issued: [issued] });
  });

interface NewFile {
  id: string;
  product_id: string;
  variant_id: string;
  file_name: string;
  contentType: string;
  text: string;
}

/** The digital file of a variant that has none, with its object. */
export async function createFile(store: string, file: NewFile): Promise<void> {
  const { id, product_id, variant_id, file_name, contentType, text } = file;
  if (await digitalFiles.find(store, product_id, variant_id)) return;
  const content = Buffer.from(text);
  await putObject(digitalFilePlace(store, id, contentType), content);
  await createMissing(async () => {
    const variantFile = await digitalFiles.getVariantFile(store, product_id, variant_id);
    const now = timestampNow();
    const made = { id, file_name, file_size: content.length, created_at: now, updated_at: now };
    return variantFile.file ? [] : digitalFiles.createOrReplace(store, variantFile, made);
  });
}
