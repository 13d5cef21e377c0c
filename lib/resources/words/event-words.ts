/** What the reference says of each type of event: what its summary does not tell, what causes it, what its data hold. */

import type { Words } from '../../schema/field.ts';
import type { Invocable } from '../../schema/invocable.ts';
import type { Operation } from '../../schema/operation.ts';
import * as catalogFunctions from '../catalog/functions.ts';
import * as customerAddresses from '../customer-addresses/operations.ts';
import * as operator from '../customers/functions.ts';
import * as digitalFiles from '../digital-files/operations.ts';
import type { EventData, EventObject, EventType } from '../events.ts';
import * as giftCards from '../gift-cards/operations.ts';
import * as giftOptions from '../gift-options/operations.ts';
import * as checkout from '../orders/functions.ts';
import * as reviewsFields from '../reviews/fields.ts';
import * as storefront from '../reviews/functions.ts';
import * as reviews from '../reviews/operations.ts';
import * as waitlist from '../waitlist/functions.ts';
import { orderStatuses } from './storefront.ts';

interface EventWords<T extends EventType = EventType> {
  /** What a receiver cannot guess, in Markdown. */
  text: string;
  data: { readonly [Field in keyof EventData<T>]: Words };
  /** What is called when it happens; what time or a queue brings about is said in the text. */
  by: readonly (Operation | Invocable)[];
}

/** What every event says beside its data. */
export const envelopeWords = {
  id: 'Names the change: `evt_` and letters and digits. The same change has the same one however often it is delivered, so remember it to do nothing twice.',
  type: 'What has happened; the `detail-type` of the whole event.',
  store_id: 'The store it happened in.',
  created_at: 'When the change was committed, in UTC and whole seconds.',
  sequence:
    'A whole number that rises with every change of this object, so that a receiver can tell a late event from the latest. Changes that the API does not show have no event: numbers may be left out.',
  object: {
    text: 'What it happened to.',
    fields: { type: 'The kind of object.', id: 'Its public id, as the API and the functions take it.' },
  },
  data: 'Ids, amounts and statuses that tell what happened; never a name, an address, a text or a code.',
} as const satisfies Record<string, Words>;

/** What EventBridge writes around an event. */
export const busWords = {
  version: 'Always `0`: the version of this envelope.',
  id: 'Names this delivery to the bus. A change that is told twice has two: go by the `id` in `detail`.',
  'detail-type': 'The type of the event, for rules to match.',
  source: 'Name of the stack, for rules to match: `StoreCommerceApi` unless it was deployed under another one.',
  account: 'The AWS account of the bus.',
  time: 'When the change was committed.',
  region: 'The Region of the bus.',
  resources: 'Always empty.',
  detail: 'The event.',
} as const satisfies Record<string, Words>;

/** What is said of the events of one kind of object: the title of their page, and what their `sequence` counts. */
export const objectTexts: Readonly<Record<EventObject, { title: string; text: string }>> = {
  customer_address: {
    title: 'Customer address events',
    text: 'What happens to the addresses of customers. What an address says is never told: read it with [Get an address](/docs/api/customer-addresses.html#get-customer-address). `sequence` counts the changes of the address, from 1.',
  },
  gift_option: {
    title: 'Gift option events',
    text: 'What happens to the gift options of a site and to their photos. `sequence` counts the changes of the option, from 1.',
  },
  review: {
    title: 'Review events',
    text: 'What customers do with their reviews, and what the store does about them. `sequence` counts the changes of the review; one posted after another was deleted has an id of its own, and goes on from there.',
  },
  product: {
    title: 'Product events',
    text: 'What published reviews make of a product. Products are mirrored from the store and have no other events. `sequence` counts the changes of the rating, from 1.',
  },
  gift_card: {
    title: 'Gift card events',
    text: 'One event for each entry of a card’s ledger, and those of its other fields. All events of a card come from the card itself, so their `sequence` puts them in the one order in which they happened. It counts every change of the card, also the holds of checkouts, which have no event: numbers are left out.',
  },
  order: {
    title: 'Order events',
    text: 'What happens to the orders that the store records. What was bought, and by whom, is never told. `sequence` counts the changes of the order, from 1.',
  },
  waitlist_entry: {
    title: 'Waitlist events',
    text: 'Who waits for a variant to be restocked, without saying who: an entry has an id of its own that tells nothing of the address. A shopper who leaves and joins again is another entry.',
  },
  digital_file: {
    title: 'Digital file events',
    text: 'What happens to the files that buyers download. A file is never changed: another one takes its place, which tells two events, of the one that goes and of the one that comes.',
  },
};

const ofCustomer = { customer_id: 'The customer whose address it is, or was.' };
const ofSite = { site_id: 'The site that offers the option, or offered it.' };
const ofVariant = {
  product_id: 'The product that has the variant.',
  variant_id: 'The variant, of a size or a colour, say.',
};

const ofReview = {
  product_id: 'The product that is reviewed.',
  customer_id: 'Its author.',
  rating: 'Stars, 1 to 5, after the change.',
  status: { text: 'Who sees the review after the change, and whether it counts.', values: reviewsFields.statusWords },
};

const entry = {
  transaction_id: 'The entry of the ledger, as List transactions shows it.',
  amount: 'What the entry changed, in the smallest unit of the currency of the card; 0 for `disabled` and `enabled`.',
  balance: 'What is left to spend after it.',
  order_id: 'The order that caused it; null where none did.',
};

const payment = {
  status: { text: 'Where the order stands after the change.', values: orderStatuses },
  total: 'What the order costs, tax and shipping included, in the smallest unit of its currency.',
  paid_by_gift_card: 'What a gift card paid of it.',
  paid_by_card: 'What is left for the buyer’s own card.',
};

type Texts = { readonly [T in EventType]: EventWords<T> };

export const eventWords: Texts = {
  'customer_address.created': {
    text: 'Read the address through the API; it may have changed again by then.',
    data: ofCustomer,
    by: [customerAddresses.createCustomerAddress],
  },
  'customer_address.updated': {
    text: 'Every update moves `updated_at`, and so has an event, whatever else it changes.',
    data: ofCustomer,
    by: [customerAddresses.updateCustomerAddress],
  },
  'customer_address.deleted': {
    text: 'It is the last event of the address. A customer who is deleted has one for each address.',
    data: ofCustomer,
    by: [customerAddresses.deleteCustomerAddress, operator.deleteCustomer],
  },
  'gift_option.created': {
    text: 'The option has no photo yet. Shoppers are offered it where it is `enabled`: read it through the API.',
    data: ofSite,
    by: [giftOptions.createGiftOption],
  },
  'gift_option.updated': {
    text: 'Prices, names, positions and `enabled` change with it; orders that have the option do not.',
    data: ofSite,
    by: [giftOptions.updateGiftOption],
  },
  'gift_option.deleted': {
    text: 'It is the last event of the option: a photo that goes with it has none of its own.',
    data: ofSite,
    by: [giftOptions.deleteGiftOption],
  },
  'gift_option.image_changed': {
    text: 'A new photo has a new URL; copies under the former one may be dropped.',
    data: ofSite,
    by: [giftOptions.setGiftOptionImage, giftOptions.completeGiftOptionImageUpload, giftOptions.removeGiftOptionImage],
  },
  'review.posted': {
    text: 'Its `status` is `shadowbanned` from the start where its author is.',
    data: ofReview,
    by: [storefront.postReview],
  },
  'review.edited': {
    text: 'Editing does not change the `status`: a hidden review stays hidden.',
    data: ofReview,
    by: [storefront.editReview],
  },
  'review.deleted': {
    text: 'It is the last event of the review: `rating` and `status` are its last.',
    data: ofReview,
    by: [storefront.deleteReview, operator.deleteCustomer],
  },
  'review.hidden': {
    text: 'Hiding a hidden review again replaces reason and note, and has an event only where they differ. They stand in the review.',
    data: ofReview,
    by: [reviews.hideReview],
  },
  'review.shown': {
    text: 'Whether it is seen again stands in `status`: the standing of its author decides.',
    data: ofReview,
    by: [reviews.showReview],
  },
  'review.status_changed': {
    text: 'A customer who is banned, shadowbanned or restored has one for each review that is not hidden. One follows the other, a customer with many reviews over some seconds.',
    data: ofReview,
    by: [operator.setCustomerStanding],
  },
  'product.rating_changed': {
    text: 'Comes with each change that moves the count or the average: both are those after it.',
    data: {
      review_count: 'How many published reviews the product has.',
      rating_average: 'Mean of their stars, rounded to two decimals; null while there are none.',
    },
    by: [
      storefront.postReview,
      storefront.editReview,
      storefront.deleteReview,
      reviews.hideReview,
      reviews.showReview,
      operator.setCustomerStanding,
      operator.deleteCustomer,
    ],
  },
  'gift_card.issued': {
    text: 'The first event of a card. Cards that were bought are issued when their order is paid, a few at once and the others of a large order within minutes. The code is never told.',
    data: entry,
    by: [giftCards.issueGiftCard, checkout.recordOrder, checkout.payOrder],
  },
  'gift_card.redeemed': {
    text: '`amount` is negative. An order spends what its checkout held, at once and with the order.',
    data: entry,
    by: [checkout.recordOrder],
  },
  'gift_card.refunded': {
    text: 'A refund goes to the card of the buyer first: what is more comes back here. All that a cancelled order had spent does.',
    data: entry,
    by: [checkout.refundOrder, checkout.cancelOrder],
  },
  'gift_card.adjusted': {
    text: '`amount` is positive or negative. The note stands in the ledger.',
    data: entry,
    by: [giftCards.adjustGiftCard],
  },
  'gift_card.disabled': {
    text: 'Checkouts cannot apply the card any more. Disabling a disabled card has no event.',
    data: entry,
    by: [giftCards.disableGiftCard],
  },
  'gift_card.enabled': {
    text: 'The card is judged again: it may show as `used` or `expired`. Enabling an enabled card has no event.',
    data: entry,
    by: [giftCards.enableGiftCard],
  },
  'gift_card.updated': {
    text: 'The note is never told, nor what a deleted customer wrote to its recipient. A new expiry in the future may be followed by another `gift_card.expired`.',
    data: { expires_at: 'When the card stops working from now on; null means never.' },
    by: [giftCards.updateGiftCard, operator.deleteCustomer],
  },
  'gift_card.code_replaced': {
    text: 'Neither code is told. Nothing else of the card changes but perhaps its recipient, so no `gift_card.updated` comes with it.',
    data: { expires_at: 'When the card stops working, as before; null means never.' },
    by: [giftCards.replaceGiftCardCode],
  },
  'gift_card.expired': {
    text: 'Brought about by time: a sweep finds the card within some minutes. The API shows `expired` from the second of the expiry on, unless the card is `disabled` or `used`.',
    data: { balance: 'What is left on the card and can no longer be spent.' },
    by: [],
  },
  'order.recorded': {
    text: 'An order that is recorded as paid or fulfilled has this event alone: `status` says so.',
    data: payment,
    by: [checkout.recordOrder],
  },
  'order.paid': {
    text: 'Gift cards that were bought with it are issued from here on, each with an event of its own.',
    data: payment,
    by: [checkout.payOrder],
  },
  'order.fulfilled': {
    text: 'What was bought is on its way. Reviews are open to the buyer since the order was paid.',
    data: payment,
    by: [checkout.fulfilOrder],
  },
  'order.cancelled': {
    text: 'The last event of the order. What its gift card paid is back with a `gift_card.refunded`, in the same commit; the amounts stay as they were.',
    data: payment,
    by: [checkout.cancelOrder],
  },
  'order.refunded': {
    text: 'One for each refund. The `status` of the order does not change with it.',
    data: {
      ...payment,
      refund_id: 'The refund, as the store named it.',
      to_card: 'What goes back to the buyer’s own card: have your payment service refund it.',
      to_gift_card: 'What went back onto the gift card, with a `gift_card.refunded`.',
    },
    by: [checkout.refundOrder],
  },
  'waitlist.joined': {
    text: 'An address that waits for the variant already has no event: it waits once.',
    data: ofVariant,
    by: [waitlist.joinWaitlist],
  },
  'waitlist.left': {
    text: 'Comes also for each entry that goes with its variant, its product or its customer; no mail follows.',
    data: ofVariant,
    by: [waitlist.leaveWaitlist, catalogFunctions.importRecords, operator.deleteCustomer],
  },
  'waitlist.notified': {
    text: 'From now on the entry counts no more. The mail follows from a queue; one for each shopper of a restock.',
    data: ofVariant,
    by: [waitlist.restockVariant],
  },
  'digital_file.uploaded': {
    text: 'Where the variant had a file already, `digital_file.deleted` tells of that one, in the same commit.',
    data: ofVariant,
    by: [digitalFiles.uploadDigitalFile, digitalFiles.completeDigitalFileUpload],
  },
  'digital_file.deleted': {
    text: 'Links to the file stop working. It is the last event of the file.',
    data: ofVariant,
    by: [digitalFiles.deleteDigitalFile, digitalFiles.uploadDigitalFile, digitalFiles.completeDigitalFileUpload],
  },
};

/** The types of events that an operation or a function causes. */
export const eventsCausedBy = ({ name }: Operation | Invocable): EventType[] =>
  (Object.keys(eventWords) as EventType[]).filter((type) => eventWords[type].by.some((each) => each.name === name));
