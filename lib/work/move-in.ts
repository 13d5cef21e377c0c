/** Imports records of another system independently of each other: a refused record does not stop the others. */

import { type Attempt, type Commit, type Decision, type Step, withoutCommit } from '../once/unit-of-work.ts';
import * as productNames from '../resources/catalog/product-name-records.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as sites from '../resources/catalog/site-records.ts';
import * as addresses from '../resources/customer-addresses/records.ts';
import { brokenRules, newAddress } from '../resources/customer-addresses/rules.ts';
import * as customers from '../resources/customers/records.ts';
import * as cardImports from '../resources/gift-cards/import-records.ts';
import { followExport, importCard } from '../resources/gift-cards/import-rules.ts';
import { fingerprintsOfCard, keptOfImported } from '../resources/gift-cards/imported-code-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import type { AddressRecord } from '../resources/move-in/address-rules.ts';
import type {
  ImportedGiftCard,
  ImportedReview,
  ImportedStoreCredit,
  ImportedWaitlistEntry,
} from '../resources/move-in/fields.ts';
import * as marks from '../resources/move-in/records.ts';
import { fingerprintOf } from '../resources/move-in/records.ts';
import { defaultsOf, importReview } from '../resources/reviews/import-rules.ts';
import * as reviews from '../resources/reviews/records.ts';
import { termsOfCard } from '../resources/search/mark-records.ts';
import { importCredit } from '../resources/store-credits/import-rules.ts';
import * as storeCredits from '../resources/store-credits/records.ts';
import type { Store } from '../resources/stores/rules.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import { counterFor } from '../resources/waitlist/waiting-count-records.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf, sideBySide } from '../runtime/collections.ts';
import { newId, newIdOf } from '../runtime/ids.ts';
import { ApiError, duplicate, notFound, refusalOf } from '../schema/errors.ts';
import { type ImportedBy, type ImportReport, type Judged, refuseFuture, repeated } from '../schema/import.ts';
import { reconciling } from './reconcile-count.ts';

type Imported = 'imported' | 'updated' | 'unchanged';

interface Import<T> {
  /** Records with the same identity are imported one after another, in the order of the call. */
  identityOf(record: T): string;
  /** The step that imports one record. It throws an `ApiError` if the record is refused. */
  importOne(sent: Sent<T>): Step<Imported>;
  /** How several records are imported in one transaction; omitted if each needs its own. */
  together?: {
    atMost: number;
    /** Whether they must have the same identity. */
    ofOneIdentity: boolean;
    /** The step that imports them. If it imports none, each is imported separately. */
    importAll(sent: readonly Sent<T>[]): Step<'imported' | undefined>;
  };
}

interface Sent<T> {
  record: T;
  by: ImportedBy;
}

interface Placed<T> extends Sent<T> {
  index: number;
}

interface Call<T> {
  records: readonly Judged<T>[];
  import_id?: string | null | undefined;
  dry_run?: boolean | null | undefined;
}

/**
 * Commits each record, or several together; a dry run commits nothing. Throws any error that is not a refusal. Records committed before
 * the error stay, and a repeated call continues.
 */
export async function importEach<T>(
  { records, import_id, dry_run }: Call<T>,
  committed: Commit,
  how: Import<T>,
): Promise<ImportReport> {
  const commit = dry_run ? withoutCommit : committed;
  const report: ImportReport = { imported: 0, updated: 0, unchanged: 0, refused: [] };
  const refuse = (index: number, { code, message }: ApiError) => report.refused.push({ index, code, message });

  const placed = records.flatMap(({ record, refused }, index): Placed<T>[] => {
    if (!refused) return [{ index, record, by: import_id ? `${import_id} ${index}` : undefined }];
    refuse(index, refused);
    return [];
  });
  const importOne = async ({ index, record, by }: Placed<T>) => {
    const outcome = await commit(how.importOne({ record, by })).catch(refusalIn);
    if (outcome instanceof ApiError) refuse(index, outcome);
    else report[outcome] += 1;
  };
  const { together } = how;
  const areImported = async (some: readonly Placed<T>[]) => {
    const step = some.length > 1 ? together?.importAll(some) : undefined;
    return step !== undefined && (await commit(step).catch(refusalIn)) === 'imported';
  };
  const importLane = async (lane: readonly Placed<T>[]) => {
    for (const some of chunksOf(lane, together?.atMost ?? 1)) {
      if (await areImported(some)) report.imported += some.length;
      else for (const one of some) await importOne(one);
    }
  };
  const identities = [...Map.groupBy(placed, ({ record }) => how.identityOf(record)).values()];
  const identitiesOfLane = together && !together.ofOneIdentity ? together.atMost : 1;
  const lanes = chunksOf(identities, identitiesOfLane).map((lane) => lane.flat());
  await sideBySide(lanes, batches.importedSideBySide.size, importLane);
  return { ...report, refused: report.refused.toSorted((a, b) => a.index - b.index) };
}

function refusalIn(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/**
 * The step that imports several records in one transaction. Its reply is undefined, and nothing is imported, after a conflict: the fewer items a
 * transaction has, the fewer others it conflicts with.
 */
const allAtOnce = (decide: Step<'imported' | undefined>['decide']): Step<'imported' | undefined> => ({
  decide: async (attempt) => (attempt.attempt > 1 ? { writes: [], reply: undefined } : decide(attempt)),
});

/** The identity of an address among those of its customer: its id, or all of its fields. */
export const identityOf = ({ id, created_at: _, ...fields }: AddressRecord): string => id ?? fingerprintOf(fields);

const placeOfAddress = (record: AddressRecord) =>
  ({ customer: record.customer_id, kind: 'ADDRESS', identity: identityOf(record) }) as const;

/**
 * The step that imports one record. Throws `NOT_FOUND`, `MISSING_FIELD`, `INVALID_FIELD` and `DUPLICATE`. A record that was imported under
 * earlier rules of the store is still known.
 */
export const importingAddress = (store: Store, sent: Sent<AddressRecord>): Step<Imported> => ({
  decide: (attempt) => decideOnAddresses(store, [sent], attempt),
  record: marks.recordOf(store.id, placeOfAddress(sent.record), {
    fingerprints: [fingerprintOf(sent.record)],
    by: sent.by,
  }),
});

/** The step that imports several addresses. Throws the refusal of any of them, including one that exists already. */
export const importingAddresses = (store: Store, records: readonly Sent<AddressRecord>[]) =>
  allAtOnce((attempt) => decideOnAddresses(store, records, attempt));

async function decideOnAddresses(
  store: Store,
  records: readonly Sent<AddressRecord>[],
  attempt: Attempt,
): Promise<Decision<'imported'>> {
  const places = new Set(records.map(({ record }) => JSON.stringify(placeOfAddress(record))));
  if (places.size < records.length) throw marks.importedOtherwise('id');
  const decided = await Promise.all(records.map((one) => decideOnAddress(store, one, attempt)));
  const owners = new Map(decided.map(({ customer }) => [customer.id, customer]));
  return {
    writes: [
      ...decided.flatMap(({ writes }) => writes),
      ...[...owners.values()].map((customer) => customers.checkPresent(store.id, customer)),
    ],
    reply: 'imported',
  };
}

/** The writes that import an address, without the check of its customer. */
async function decideOnAddress(store: Store, { record, by }: Sent<AddressRecord>, { now }: Attempt) {
  const { customer_id, id, created_at } = record;
  const place = placeOfAddress(record);
  const broken = brokenRules(record, store);
  if (broken.length > 0) throw refusalOf(broken, 'INVALID_FIELD');
  const [mark, customer, existing] = await Promise.all([
    marks.find(store.id, place),
    customers.get(store.id, customer_id, 'customer_id is no customer of the store'),
    id ? addresses.find(store.id, customer_id, id) : undefined,
  ]);
  if (mark || existing) throw marks.importedOtherwise(id ? 'id' : 'fields, and another created_at');
  refuseFuture('created_at', created_at, now);

  const created = created_at ?? now;
  const address = newAddress(record, store, { id: id ?? newIdOf('address', created), now: created });

  return {
    customer,
    writes: [
      addresses.create(store.id, customer.id, address),
      marks.create(store.id, place, { id: fingerprintOf(record), imported_by: by }),
    ],
  };
}

const identity = 'customer_id and product_id';

const placeOfReview = ({ customer_id, product_id }: ImportedReview) =>
  ({ customer: customer_id, kind: 'REVIEW', identity: product_id }) as const;

/** Two fingerprints of a review: the first is the one that is stored, but an older mark may contain the second. */
const fingerprintsOf = (record: ImportedReview) => {
  const [kept, asItIs] = marks.textsOf(record, defaultsOf(record));
  return [marks.sha256(kept), marks.sha256(asItIs)] as const;
};

/** The step that imports one record. Throws `NOT_FOUND`, `INVALID_FIELD` and `DUPLICATE`. */
export const importingReview = (store: string, sent: Sent<ImportedReview>): Step<Imported> => ({
  decide: (attempt) => decideOnReviews(store, [sent], attempt),
  record: marks.recordOf(store, placeOfReview(sent.record), {
    fingerprints: fingerprintsOf(sent.record),
    by: sent.by,
  }),
});

/** The step that imports several reviews of one customer. Throws the refusal of any of them, including one that exists already. */
export const importingReviews = (store: string, records: readonly Sent<ImportedReview>[]) =>
  allAtOnce((attempt) => decideOnReviews(store, records, attempt));

/** All reviews must be of one customer. */
async function decideOnReviews(
  store: string,
  records: readonly Sent<ImportedReview>[],
  attempt: Attempt,
): Promise<Decision<'imported'>> {
  const identities = new Set(records.map(({ record }) => record.product_id));
  if (identities.size < records.length) throw marks.importedOtherwise(identity);
  const decided = await Promise.all(records.map((one) => decideOnReview(store, one, attempt)));
  return {
    writes: [
      ...decided.flatMap(({ writes }) => writes),
      ...decided.slice(0, 1).map(({ customer }) => customers.raiseVersion(store, customer)),
    ],
    reply: 'imported',
  };
}

/** The writes that import a review, without the check of its customer. */
async function decideOnReview(store: string, { record, by }: Sent<ImportedReview>, { now }: Attempt) {
  const { customer_id, product_id } = record;
  const place = placeOfReview(record);
  const [mark, customer, product, written] = await Promise.all([
    marks.find(store, place),
    customers.get(store, customer_id, 'customer_id is no customer of the store'),
    products.find(store, product_id),
    reviews.findByAuthor(store, customer_id, product_id),
  ]);
  if (mark || written) throw marks.importedOtherwise(identity);
  if (!product) throw notFound('product_id is no product of the store');

  const review = importReview(record, { id: newIdOf('review', record.created_at ?? now), customer, now });

  const [id] = fingerprintsOf(record);
  return {
    customer,
    writes: [...reviews.create(store, review, product), marks.create(store, place, { id, imported_by: by })],
  };
}

/** Throws `NOT_FOUND` and `INVALID_FIELD`. */
export async function decideOnWaitlistEntry(
  store: string,
  { record, by }: Sent<ImportedWaitlistEntry>,
  { now, attempt }: Attempt,
): Promise<Decision<Imported>> {
  const { product_id, variant_id, email, site_id } = record;
  const [product, read, site] = await Promise.all([
    products.find(store, product_id),
    waitlist.findRecord(store, record),
    site_id ? sites.find(store, site_id) : undefined,
  ]);
  if (waitlist.isWaiting(read) || waitlist.isKnown(read, now)) {
    return { writes: [], reply: repeated(read?.imported_by, by) };
  }
  if (!product) throw notFound('product_id is no product of the store');
  if (!product.variants.some(({ id }) => id === variant_id)) {
    throw notFound('variant_id is no variant of the product');
  }
  if (site_id && !site) throw notFound('site_id is no site of the store');
  refuseFuture('joined_at', record.joined_at, now);

  const joined_at = record.joined_at ?? now;
  const entry = {
    id: newIdOf('waitlistEntry', joined_at),
    product_id,
    variant_id,
    email,
    site_id: site?.id ?? null,
    joined_at,
    locale: null,
    imported: true,
    imported_by: by,
  } as const;
  const place = counterFor(store, product, attempt);
  const { before, after } = reconciling(store, product_id, place);

  return {
    before: [...productNames.record(store, product), ...before],
    writes: waitlist.join(store, product, { read, entry }, place),
    after,
    reply: 'imported',
  };
}

interface CardImport extends Sent<ImportedGiftCard> {
  store: Pick<Store, 'id' | 'currency'>;
  /** Whether a later export adjusts the balance. */
  update: boolean;
}

const newTransactionId = () => newId('giftCardTransaction');

/** The step that imports several cards, or none if any was imported before. Throws the refusal of any of them. */
export const importingCards = (given: readonly CardImport[]) => allAtOnce((attempt) => decideOnCards(given, attempt));

async function decideOnCards(
  given: readonly CardImport[],
  attempt: Attempt,
): Promise<Decision<'imported' | undefined>> {
  const codes = new Set(given.map(({ record }) => record.code));
  const decided = codes.size < given.length ? [] : await Promise.all(given.map((one) => decideOnCard(one, attempt)));
  const writes = decided.flatMap((decision) => decision.writes);
  const areNew = decided.length > 0 && decided.every(({ reply }) => reply === 'imported');
  return areNew ? { writes, reply: 'imported' } : { writes: [], reply: undefined };
}

const hashesOf = async (record: ImportedGiftCard) => ({
  code: await keptOfImported(record.code),
  fingerprints: await fingerprintsOfCard(record),
});

/** The step that imports one record. Throws `INVALID_FIELD`, `MISSING_FIELD` and `DUPLICATE`. */
export const importingCard = (given: CardImport): Step<Imported> => ({
  decide: (attempt) => decideOnCard(given, attempt),
  record: {
    async find() {
      const { code, fingerprints } = await hashesOf(given.record);
      const earlier = await cardImports.find(given.store.id, code.hash);
      return earlier && cardImports.outcomeOf(earlier, { fingerprints, by: given.by });
    },
  },
});

async function decideOnCard({ store, record, by, update }: CardImport, { now }: Attempt): Promise<Decision<Imported>> {
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
        cardImports.addFingerprint(store.id, code.hash, earlier, {
          fingerprint,
          by: change.transaction ? by : undefined,
        }),
      ],
      reply: change.transaction ? 'updated' : 'unchanged',
    };
  }
  // The code is one of this service.
  if (own) throw duplicate();

  const id = newIdOf('giftCard', record.created_at ?? now);
  const card = importCard(record, { id, code, currency: store.currency, now, newTransactionId });
  const next = { ...card.next, found_by: await termsOfCard(store.id, record) };
  return {
    writes: [
      ...giftCards.createWithEntries(store.id, { ...card, next }),
      cardImports.create(store.id, code.hash, id, { fingerprint, by }),
    ],
    reply: 'imported',
  };
}

const placeOfCredit = ({ external_id }: ImportedStoreCredit) =>
  ({ kind: 'CREDIT', identity: marks.sha256(external_id) }) as const;

/** Without the currency: it is that of the store. */
const fingerprintOfCredit = ({ currency: _, ...record }: ImportedStoreCredit) => fingerprintOf(record);

/** The step that imports one record. Throws `NOT_FOUND`, `INVALID_FIELD` and `DUPLICATE`. */
export const importingCredit = (
  store: Pick<Store, 'id' | 'currency'>,
  sent: Sent<ImportedStoreCredit>,
): Step<Imported> => ({
  decide: (attempt) => decideOnCredit(store, sent, attempt),
  record: marks.recordOf(store.id, placeOfCredit(sent.record), {
    fingerprints: [fingerprintOfCredit(sent.record)],
    by: sent.by,
  }),
});

async function decideOnCredit(
  { id: store, currency }: Pick<Store, 'id' | 'currency'>,
  { record, by }: Sent<ImportedStoreCredit>,
  { now }: Attempt,
): Promise<Decision<Imported>> {
  const place = placeOfCredit(record);
  const [mark, customer, open] = await Promise.all([
    marks.find(store, place),
    customers.get(store, record.customer_id, 'customer_id is no customer of the store'),
    storeCredits.findOpen(store, record.customer_id),
  ]);
  if (mark) throw marks.importedOtherwise('external_id');

  const [id, transactionId] = [newId('storeCredit'), newId('storeCreditTransaction')];
  const issued = importCredit(record, { id, currency, now, transactionId });

  return {
    writes: [
      ...storeCredits.write(store, open, { issued: [issued] }),
      customers.checkPresent(store, customer),
      marks.create(store, place, { id: fingerprintOfCredit(record), imported_by: by }),
    ],
    reply: 'imported',
  };
}

interface ImportedSum {
  gift_card_id: string;
  /** In the smallest unit of the card's currency. */
  imported: number;
}

/** The imported sum for each code, in the order of the codes; null for a code that was not imported. */
export async function importedSums(store: string, codes: readonly string[]): Promise<(ImportedSum | null)[]> {
  const kept = await Promise.all(codes.map(keptOfImported));
  const found = await cardImports.findMany(
    store,
    kept.map(({ hash }) => hash),
  );
  const ids = [...new Set(found.flatMap((made) => made?.gift_card_id ?? []))];
  const cards = await giftCards.findMany(store, ids);
  const sums = new Map<string, number>();
  for (const portion of chunksOf(cards, batches.ledgersSideBySide.size)) {
    await Promise.all(portion.map(async (card) => sums.set(card.id, await sumOf(store, card))));
  }
  return found.map((made) =>
    made ? { gift_card_id: made.gift_card_id, imported: sums.get(made.gift_card_id) ?? 0 } : null,
  );
}

async function sumOf(store: string, card: GiftCardRecord): Promise<number> {
  const entries = await giftCards.listImportEntries(store, card);
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}
