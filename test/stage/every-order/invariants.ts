/** What must hold of all that is in a store's tables and objects: some at every moment, the rest once nothing is in progress. */

import { accountFindings, addEntries, noSums } from '../../../lib/ledger/audit-rules.ts';
import type { Transaction } from '../../../lib/ledger/fields.ts';
import { isHeldForRefund, liveHolds } from '../../../lib/ledger/hold-rules.ts';
import type { Product } from '../../../lib/resources/catalog/product-records.ts';
import { movedStars, starNames } from '../../../lib/resources/catalog/rules.ts';
import {
  type Checkout,
  payerOf,
  readRecord as readCheckout,
} from '../../../lib/resources/gift-cards/checkout-records.ts';
import type { GiftCardTransaction } from '../../../lib/resources/gift-cards/fields.ts';
import { orderFindings } from '../../../lib/resources/gift-cards/ledger-rules.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';
import type { GiftOption } from '../../../lib/resources/gift-options/fields.ts';
import type { OrderRecord } from '../../../lib/resources/orders/rules.ts';
import { restored, type StoredOrder } from '../../../lib/resources/orders/stored-rules.ts';
import { type ReviewRecord, statusOf } from '../../../lib/resources/reviews/rules.ts';
import { forgetEntry, openFindings, type StoreCreditRecord } from '../../../lib/resources/store-credits/rules.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { storeTableDefinition } from '../../../lib/schema/tables.ts';
import { type Key, keys, ledgerKeys } from '../../../lib/table/keys.ts';
import type { Contents as All, Item } from './stage.ts';
import { kindOfItem } from './touches.ts';

type Contents = Pick<All, 'entities'> & { objects: readonly string[] };

/** A line for each thing that is wrong once nothing is in progress. */
export const findingsIn = (contents: Contents): string[] =>
  [...atEveryMoment, ...onceQuiet].flatMap((rule) => rule(contents));

/** The same, but only what is wrong at any moment, since one commit writes all that it depends on. */
export const findingsAtOnce = (contents: Contents): string[] => atEveryMoment.flatMap((rule) => rule(contents));

type Rule = (contents: Contents) => string[];

const when = (isWrong: boolean, finding: string): string[] => (isWrong ? [finding] : []);

/** Items with keys of the same pattern as this one, with any ids. */
const like = ({ entities }: Contents, key: Key): Item[] =>
  entities.filter((item) => kindOfItem(item) === kindOfItem(key));

// biome-ignore lint/suspicious/noExplicitAny: the caller asks for a kind of items and knows what they are
const as = <T>(items: readonly Item[]): (T & Item)[] => items as any;

const ledger: Rule = (contents) => {
  const now = timestampNow();
  const cards = as<GiftCardRecord>(like(contents, keys.giftCard('', '')));
  const entries = as<GiftCardTransaction>(like(contents, ledgerKeys.entry(keys.giftCard('', ''), '')));
  const orders = as<StoredOrder>(like(contents, keys.order('', ''))).map(restored);
  const codes = like(contents, keys.giftCardByCode('', ''));
  return cards.flatMap((card) => {
    const own = entries.filter(({ pk }) => pk === card.pk).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const named = codes.filter(({ gift_card_id }) => gift_card_id === card.id);
    const sums = addEntries(noSums(), own);
    return [
      ...accountFindings(card, sums, now),
      ...orders.flatMap((order) => orderFindings(order, card.id, sums)),
      ...when(!named.some(({ pk }) => pk.endsWith(`#${card.code_hash}`)), 'the card cannot be found by its code'),
      ...when(named.length > 1, `the card is found by ${named.length} codes`),
    ].map((finding) => `card ${card.id}: ${finding}`);
  });
};

/** A credit's entries add up, and its customer lists it with the credits that have a balance exactly while it has one. */
const credits: Rule = (contents) => {
  const now = timestampNow();
  const entries = as<Transaction>(like(contents, ledgerKeys.entry(keys.storeCredit('', ''), '')));
  const open = like(contents, keys.openCredits('', ''));
  return as<StoreCreditRecord>(like(contents, keys.storeCredit('', ''))).flatMap((credit) => {
    const own = entries.filter(({ pk }) => pk === credit.pk).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const ids = open.find(({ pk }) => pk.endsWith(`#${credit.customer_id}`))?.ids ?? [];
    return [...accountFindings(credit, addEntries(noSums(), own), now), ...openFindings(credit, ids)].map(
      (finding) => `credit ${credit.id}: ${finding}`,
    );
  });
};

/** A checkout lists exactly the cards that have a hold for it. */
const holds: Rule = (contents) => {
  const now = timestampNow();
  const checkouts = as<Checkout>(like(contents, keys.checkout('', ''))).map(readCheckout);
  const cards = as<GiftCardRecord>(like(contents, keys.giftCard('', '')));
  return cards.flatMap((card) =>
    isHeldForRefund(card)
      ? []
      : liveHolds(card, now).flatMap(({ checkout_id }) => {
          const checkout = checkouts.find((one) => one.checkout_id === checkout_id);
          const isNamed = checkout?.holds.some((hold) => payerOf(hold) === card.id);
          return when(!isNamed, `card ${card.id} holds for ${checkout_id}, which names another`);
        }),
  );
};

const issuedCards: Rule = (contents) => {
  const cards = as<GiftCardTransaction>(like(contents, ledgerKeys.entry(keys.giftCard('', ''), '')));
  return as<StoredOrder>(like(contents, keys.order('', ''))).flatMap((order) => {
    const issued = cards.filter(({ type, order_id }) => type === 'issued' && order_id === order.id).length;
    const withheld = order.cards_withheld?.reduce((sum, count) => sum + count, 0) ?? 0;
    const isComplete = issued === order.cards_issued || issued === order.cards_issued - withheld;
    return when(!isComplete, `order ${order.id}: ${issued} cards, ${order.cards_issued} recorded`);
  });
};

const giftOptions: Rule = (contents) => {
  const bySite = Map.groupBy(as<GiftOption>(like(contents, keys.giftOption('', '', ''))), ({ pk }) => pk);
  return [...bySite].flatMap(([site, options]) => {
    const names = new Set(options.map(({ name }) => name));
    return [
      ...when(names.size < options.length, `${site}: two options have one name`),
      ...when(options.length > limits.giftOptionsPerSite, `${site}: ${options.length} options`),
    ];
  });
};

/** The one item on which a site's rules are judged says of its options what they say of themselves. */
const siteNames: Rule = (contents) => {
  const options = as<GiftOption>(like(contents, keys.giftOption('', '', '')));
  const kept = like(contents, keys.giftOptionNames('', '')).flatMap(({ names }): GiftOption[] => names);
  return [
    ...when(kept.length !== options.length, `${options.length} options, ${kept.length} names kept`),
    ...options.flatMap((option) => {
      const name = kept.find(({ id }) => id === option.id);
      const isSame = name?.name === option.name && name.position === option.position;
      return when(!isSame, `option ${option.id}: another name or position is kept`);
    }),
  ];
};

const live = <T extends Item>(items: readonly T[]): T[] => items.filter((item) => !('deleted_at' in item));

const ratings: Rule = (contents) => {
  const reviews = live(as<ReviewRecord>(like(contents, keys.review('', ''))));
  return as<Product>(like(contents, keys.product('', ''))).flatMap(({ id, review_count, rating_sum, ...product }) => {
    const published = reviews.filter((review) => review.product_id === id && statusOf(review) === 'published');
    const sum = published.reduce((total, { rating }) => total + rating, 0);
    return [
      ...when(
        review_count !== published.length,
        `product ${id}: ${published.length} published, ${review_count} counted`,
      ),
      ...when(rating_sum !== sum, `product ${id}: ratings of ${sum}, ${rating_sum} counted`),
      ...starNames.flatMap((name, place) => {
        const { length } = published.filter(({ rating }) => rating === place + 1);
        return when((product[name] ?? 0) !== length, `product ${id}: ${name} is ${product[name]}, not ${length}`);
      }),
      ...when(!movedStars(product), `product ${id}: its stars are another version's`),
    ];
  });
};

/** A review and its guard, by which it is its author's only one, are there together and say the same. */
const guards: Rule = (contents) => {
  const reviews = live(as<ReviewRecord>(like(contents, keys.review('', ''))));
  const copies = as<ReviewRecord & { feed_pk: string; stars_feed_pk: string }>(
    like(contents, keys.reviewOf('', '', '')),
  );
  const marks = like(contents, keys.reviewMark('', '', ''));
  const customers = like(contents, keys.customer('', ''));
  const products = like(contents, keys.product('', ''));
  const nameOf = ({ product_id, variant_id }: ReviewRecord): string =>
    products.find(({ id }) => id === product_id)?.variants.find((variant: Item) => variant.id === variant_id)?.name ??
    '';
  return [
    ...reviews.flatMap((review) => {
      const stars = statusOf(review) === 'published' ? `STARS#${review.rating}` : undefined;
      const copy = copies.find(({ id }) => id === review.id);
      const author = customers.find(({ id }) => id === review.customer_id);
      const differing = ['rating', 'title', 'body', 'hidden_at', 'variant_name'] as const;
      return [
        ...when(!author || 'deleted_at' in author, 'its author is gone'),
        ...when(
          author?.standing !== review.author_standing,
          `its author is ${author?.standing}, it says ${review.author_standing}`,
        ),
        ...when(
          review.variant_name !== nameOf(review),
          `its variant is ${nameOf(review)}, it says ${review.variant_name}`,
        ),
        ...when(!copy, 'it has no guard'),
        ...when(!marks.some(({ id }) => id === review.id), 'it has no mark'),
        ...when(
          stars === undefined ? 'stars_feed_pk' in review : !String(review.stars_feed_pk).endsWith(`#${stars}`),
          `by stars it is listed under ${review.stars_feed_pk}`,
        ),
        ...when(
          !String(copy?.feed_pk).includes(`#${statusOf(review)}#${review.reply ? 'REPLIED' : 'UNREPLIED'}#`) ||
            !String(copy?.stars_feed_pk).includes(`#${statusOf(review)}#STARS#${review.rating}#`),
          `its guard is listed under ${copy?.feed_pk} and ${copy?.stars_feed_pk}`,
        ),
        ...differing.flatMap((field) =>
          when(copy !== undefined && copy[field] !== review[field], `its guard has another ${field}`),
        ),
      ].map((finding) => `review ${review.id}: ${finding}`);
    }),
    ...copies.flatMap(({ id }) => when(!reviews.some((review) => review.id === id), `a guard of no review: ${id}`)),
  ];
};

const waiting: Rule = (contents) =>
  like(contents, keys.product('', '')).flatMap((product) => {
    const { id, waiting_count = 0, waiting_aside = 0 } = product;
    const ofProduct = ({ pk }: Item) => pk.includes(`#WAITLIST#${id}#`);
    const isLeft = (item: Item) => storeTableDefinition.timeToLive in item;
    const waitingNow = like(contents, keys.waitlistEntry('', '', 0, '', '')).filter(
      (item) => ofProduct(item) && !isLeft(item),
    );
    const entries = waitingNow.length;
    const counts = like(contents, keys.countInShard('', '', 0)).filter(ofProduct);
    const aside = counts.reduce((sum, { waiting: by }) => sum + by, 0);
    const ofVariants = [...new Set([product, ...counts].flatMap(Object.keys))].filter((name) =>
      /^waiting_prv_/.test(name),
    );
    return [
      ...when(
        waiting_count - waiting_aside + aside !== entries,
        `product ${id}: ${entries} wait, ${waiting_count} - ${waiting_aside} + ${aside} counted`,
      ),
      ...[...new Set([...ofVariants, ...waitingNow.map(({ variant_id }) => `waiting_${variant_id}`)])].flatMap(
        (name) => {
          const counted = [product, ...counts].reduce((sum, item) => sum + (item[name] ?? 0), 0);
          const wait = waitingNow.filter(({ variant_id }) => `waiting_${variant_id}` === name).length;
          return when(counted !== wait, `product ${id}: ${wait} wait, ${name} is ${counted}`);
        },
      ),
      ...waitingNow.flatMap(({ id: entry, variant_id, joined_at, product_feed_pk, product_feed_sk }) =>
        when(
          !product_feed_pk?.includes(`#${id}#WAITING#${variant_id}#`) || product_feed_sk !== `${joined_at}#${entry}`,
          `entry ${entry} is listed under ${product_feed_pk} ${product_feed_sk}`,
        ),
      ),
    ];
  });

/** Each waiting shopper is found under their address, and nothing else is; a due email is a separate item. */
const shoppers: Rule = (contents) => {
  const entries = like(contents, keys.waitlistEntry('', '', 0, '', '')).filter(
    (item) => !(storeTableDefinition.timeToLive in item),
  );
  const found = like(contents, keys.shopperEntry('', '', '')).filter(({ notice }) => notice === undefined);
  return [
    ...entries.flatMap(({ id }) => when(!found.some((one) => one.id === id), `entry ${id} is not under its address`)),
    ...found.flatMap(({ id }) => when(!entries.some((one) => one.id === id), `nobody waits as ${id} any more`)),
  ];
};

/** What a customer owned is deleted with it. */
const deletions: Rule = (contents) => {
  const customers = like(contents, keys.customer('', ''));
  const isDeleted = (pk: string) => customers.some((customer) => customer.pk === pk && 'deleted_at' in customer);
  const owned = contents.entities.filter(({ sk }) => sk !== keys.customer('', '').sk);
  const gone = new Set(customers.filter((customer) => 'deleted_at' in customer).map(({ id }) => id));
  const orders = as<OrderRecord>(like(contents, keys.order('', ''))).filter(({ customer_id }) => gone.has(customer_id));
  return [
    ...orders.flatMap(({ id, customer_email, gift_note, lines }) => [
      ...when(customer_email !== null || gift_note !== null, `order ${id}: it tells of a deleted customer`),
      ...when(
        lines.some(({ message }) => message !== null),
        `order ${id}: it has a deleted customer's message`,
      ),
    ]),
    ...owned.filter(({ pk }) => isDeleted(pk)).map(({ pk, sk }) => `${pk} is deleted and owns ${sk}`),
    ...customers.filter(({ sweeping }) => sweeping).map(({ id }) => `customer ${id}: its deletion has not ended`),
    ...customers
      .filter(({ standing_sweep }) => standing_sweep)
      .map(({ id }) => `customer ${id}: a sweep has not ended`),
  ];
};

/** The store credits of a deleted customer are closed, and contain nothing about the customer. */
const closedCredits: Rule = (contents) => {
  const customers = like(contents, keys.customer('', ''));
  const gone = new Set(customers.filter((customer) => 'deleted_at' in customer).map(({ id }) => id));
  const entries = as<Transaction>(like(contents, ledgerKeys.entry(keys.storeCredit('', ''), '')));
  const theirs = as<StoreCreditRecord>(like(contents, keys.storeCredit('', '')));
  return theirs
    .filter(({ customer_id }) => gone.has(customer_id))
    .flatMap((credit) => [
      ...when(credit.closed_at === undefined, `credit ${credit.id}: its customer is deleted, and it is not closed`),
      ...when(credit.note !== null, `credit ${credit.id}: it has a note about a deleted customer`),
      ...when(credit.forgotten_to !== undefined, `credit ${credit.id}: its ledger is not read to the end`),
      ...entries
        .filter(({ pk }) => pk === credit.pk)
        .flatMap((entry) => when(forgetEntry(entry) !== undefined, `credit ${credit.id}: ${entry.id} names a person`)),
    ]);
};

/** An object has an owner or is due to go; what has an owner is there. */
const objects: Rule = (contents) => {
  const photos = as<GiftOption>(like(contents, keys.giftOption('', '', ''))).flatMap(({ image }) =>
    image ? [image.url.slice(1)] : [],
  );
  const files = like(contents, keys.digitalFile('', '', '')).map(({ pk, id }) => `files/${pk.split('#')[0]}/${id}`);
  const due = like(contents, keys.unowned('', 0, '')).flatMap((upload): string[] => upload.objects);
  const owned = [...photos, ...files];
  return [
    ...owned.flatMap((key) => when(!contents.objects.includes(key), `${key} has an owner and is not there`)),
    ...contents.objects.flatMap((key) =>
      when(!owned.includes(key) && !due.includes(key), `${key} has no owner and stays for ever`),
    ),
    ...owned.flatMap((key) => when(due.includes(key), `${key} has an owner and is due to go`)),
  ];
};

/** A key is the same under its id and under its hash. */
const apiKeys: Rule = (contents) => {
  const byHash = like(contents, keys.apiKeyByHash(''));
  return like(contents, keys.apiKey('', '')).flatMap((key) => {
    const twin = byHash.find(({ id }) => id === key.id);
    const differs = ['revoked_at', 'revokes_at', 'expires_at'].some((field) => twin?.[field] !== key[field]);
    return when(differs, `API key ${key.id} is another under its hash`);
  });
};

const atEveryMoment: readonly Rule[] = [ledger, credits, holds, giftOptions, siteNames, apiKeys];

const onceQuiet: readonly Rule[] = [issuedCards, ratings, guards, waiting, shoppers, deletions, closedCredits, objects];
