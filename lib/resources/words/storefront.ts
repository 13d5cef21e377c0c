import { envelope, pageWords, storeId as store_id } from '../../schema/shared-words.ts';
import { functionWords, objectWords } from '../../schema/words.ts';
import * as digitalFilesFunctions from '../digital-files/functions.ts';
import { statusWords } from '../gift-cards/fields.ts';
import * as giftCardsFunctions from '../gift-cards/functions.ts';
import * as giftOptionsFunctions from '../gift-options/functions.ts';
import * as checkout from '../orders/functions.ts';
import * as reviews from '../reviews/functions.ts';
import * as waitlist from '../waitlist/functions.ts';

const reads = 'Only reads: invoke it as often as you like.';
const checkout_id = 'Your own id of the checkout, 1 to 255 characters. A checkout holds one card at most.';
const order_id = 'The id that the order was recorded with.';
const variant_id = 'The variant; it must be one of the product.';

const recordedStatuses = {
  pending: 'Placed, not paid: gives no gift cards and no downloads.',
  paid: 'Paid: its gift cards are issued and its files can be downloaded.',
  fulfilled: 'Paid and delivered; counts as paid everywhere.',
};

export const orderStatuses = {
  ...recordedStatuses,
  cancelled: 'Given up before it was paid, for good; what its gift card paid is back on the card.',
};

const line = {
  product_id: 'The product that was bought.',
  variant_id: 'The variant that was bought.',
  quantity: 'Units, 1 to 10,000.',
  unit_price: 'Price of one unit before discount and tax.',
};

export const objects = [
  objectWords(checkout.recordOrder.result, {
    id: 'Public id of the order, `ord_…`.',
    site_id: 'The site it was placed on.',
    customer_id: 'Who placed it.',
    status: { text: 'How far it has come.', values: orderStatuses },
    currency: 'Currency of all its amounts (ISO 4217).',
    lines: {
      text: 'What was bought, in the order in which it was recorded.',
      fields: {
        ...line,
        discount: 'Taken off the whole line.',
        tax: 'Tax on the whole line.',
        recipient_email:
          'Whom the gift cards of the line are mailed to; null where it is the customer, or the line is no gift card.',
        message: "The buyer's message in that mail; null where there is none.",
      },
    },
    gift_option: {
      text: "The order's own copy of the gift option that was chosen, which no later change touches; null where none was.",
      fields: {
        id: 'The option that was copied.',
        name: 'Its name when it was ordered.',
        price: 'Its price when it was ordered.',
      },
    },
    gift_note: "The buyer's note with the gift; null where there is none.",
    shipping: 'What shipping costs, before its tax.',
    shipping_tax: 'Tax on the shipping; part of `tax`.',
    checkout_id: 'The checkout whose hold it spent; null where no gift card paid.',
    tax: 'All of its tax, that of lines and shipping.',
    total: "Lines less discounts, the gift option's price, shipping and all tax.",
    paid_by_gift_card: 'What of the total the gift card paid.',
    paid_by_card: "What is left for the buyer's payment card.",
    gift_card_id: 'The gift card that paid; null where none did.',
    created_at: 'When it was recorded.',
  }),
];

const content = {
  rating: 'Stars, 1 to 5.',
  title: 'Headline, up to 120 characters. Left out: empty.',
  body: 'Text, up to 5,000 characters. Left out: empty.',
};

export const functions = [
  functionWords(giftCardsFunctions.holdGiftCard, {
    text: "Sets aside what a checkout needs of a card, so that nobody else can spend it: as much of `amount` as the card's free balance covers, possibly 0. A second code replaces the checkout's first hold.",
    same: 'The same checkout and card: the hold is set anew, to the new amount and time.',
    payload: {
      store_id,
      checkout_id,
      code: 'The code as the buyer typed it; letter case, hyphens and spaces do not matter.',
      amount: 'What the order costs, in the smallest unit of the currency.',
      currency: 'Currency of the checkout; a card in another one is refused.',
      expires_at: 'When the payment can no longer be made, RFC 3339: the hold ends by itself then.',
    },
    result: {
      gift_card_id: 'The card that the code belongs to.',
      last4: 'Last four characters of the code, to show at checkout.',
      held: 'What is set aside now; 0 where others hold all of it.',
      remainder: "What is left for the buyer's payment card: `amount` less `held`.",
    },
  }),
  functionWords(giftCardsFunctions.getGiftCardBalance, {
    text: 'Shows a buyer what a card is worth, on a page of its own or while they pay. Nothing is set aside: what is available now may be held by others a moment later.',
    same: reads,
    payload: {
      store_id,
      code: 'The code as the buyer typed it; letter case, hyphens and spaces do not matter.',
      checkout_id: 'The checkout that asks, whose own hold does not stand in its way. Left out: nobody in particular.',
    },
    result: {
      gift_card_id: 'The card that the code belongs to.',
      last4: 'Last four characters of the code.',
      currency: 'Currency of both amounts (ISO 4217).',
      balance: 'What is left, in the smallest unit of the currency, what open checkouts hold included.',
      available:
        'What this checkout could spend now: what it holds and what is free; on a card that is not active, only what it holds.',
      status: { text: 'Whether it can be spent, judged now.', values: statusWords },
      expires_at: 'When the card stops working; null means never.',
    },
  }),
  functionWords(giftCardsFunctions.releaseGiftCard, {
    text: 'Gives back what a checkout held, as when the buyer takes the code out or leaves.',
    same: 'The same checkout: the second time nothing is held any more, and `released` is 0.',
    payload: { store_id, checkout_id },
    result: { released: 'What this call gave back, in the smallest unit of the currency.' },
  }),
  functionWords(checkout.recordOrder, {
    text: "Records the order and turns the checkout's hold into a `redeemed` transaction, in one DynamoDB transaction. A hold larger than the total spends the total and frees the rest. An order recorded as `paid` or `fulfilled` issues its gift cards as `pay-order` does.",
    same: 'The same order id with the same content gives the order as it stands; with another content it is `DUPLICATE`.',
    payload: {
      store_id,
      order: {
        text: 'The order, with at most 90 lines and 10,000 units that become gift cards.',
        fields: {
          id: 'Your own id of the order, `ord_…`.',
          site_id: 'The site it was placed on.',
          customer_id: 'Who placed it.',
          status: { text: 'How far it has come.', values: recordedStatuses },
          currency:
            "Currency of all its amounts (ISO 4217). Where it sells gift cards it must be the store's, and that of the card that pays.",
          lines: {
            text: 'What was bought, 1 to 90 lines.',
            fields: {
              ...line,
              discount: 'Taken off the whole line. Left out: 0. Refused on a gift card line.',
              tax: 'Tax on the whole line. Left out: 0. Refused on a gift card line.',
              recipient_email: 'Whom to mail the gift cards of the line to. Left out: the customer.',
              message: "The buyer's message in that mail, up to 500 characters.",
            },
          },
          gift_option_id: 'A gift option that the site offers now, or null. The order keeps its own copy.',
          gift_note: "The buyer's note, where the site allows notes and no longer than it allows.",
          shipping: 'What shipping costs, before its tax. Left out: 0.',
          shipping_tax: 'Tax on the shipping. Left out: 0.',
          checkout_id: 'The checkout whose hold on a gift card it spends. Left out: no gift card pays.',
        },
      },
    },
  }),
  functionWords(checkout.payOrder, {
    text: 'Marks a pending order as paid. Each unit of each gift card line becomes a card worth the price paid, mailed to the recipient of the line or else to the customer. Of very many cards the answer may come before the last ones, which follow within minutes. A fulfilled order stays as it is.',
    same: 'The same order: cards are issued once.',
    payload: { store_id, order_id },
  }),
  functionWords(checkout.fulfilOrder, {
    text: 'Marks a paid order as delivered. Everything that holds of a paid order goes on holding: its files can be downloaded, its products reviewed, its money refunded.',
    same: 'The same order: it stays fulfilled.',
    payload: { store_id, order_id },
  }),
  functionWords(checkout.cancelOrder, {
    text: 'Ends an order that will not be paid: what its gift card paid goes back onto the card in the same transaction (a `refunded` entry), above the highest balance too, and whatever the status of the card. Its amounts stay as they were. It can never be paid, fulfilled, refunded or downloaded from again.',
    same: 'The same order: the money goes back once, and `record-order` of it gives the cancelled order.',
    payload: { store_id, order_id },
  }),
  functionWords(checkout.refundOrder, {
    text: "Divides a refund: first to the buyer's payment card, up to what was charged to it and not yet refunded, the rest back onto the gift card that paid (a `refunded` transaction). It moves no money outside the service: refund `to_card` with your payment provider.",
    same: 'The same `refund_id` with the same content gives the same division; with another content it is `DUPLICATE`.',
    payload: {
      store_id,
      order_id: 'The order; one that is pending or cancelled cannot be refunded.',
      refund_id: 'Your own id of the refund, 1 to 255 characters.',
      amount: 'What to give back, at least 1 and at most what is left of what was paid.',
    },
    result: {
      refund_id: 'Your own id of the refund.',
      to_card: "What goes to the buyer's payment card.",
      to_gift_card: 'What was put back onto the gift card.',
      tax: "The refund's share of the order's tax; shares of refunds that add up to the total add up to its tax.",
      order_id: 'The order that was refunded.',
    },
  }),
  functionWords(digitalFilesFunctions.createDownload, {
    text: "Makes a link to the variant's present file for a buyer. The order must be paid and contain the variant.",
    same: 'Each call makes another link; earlier ones work until they end.',
    payload: { store_id, order_id, variant_id: 'The variant whose file is wanted; the order must contain it.' },
    result: {
      url: 'Signed address of the file, for the buyer alone: whoever has it can download the file.',
      file_name: 'Name that browsers save it under.',
      file_size: 'Size in bytes.',
      expires_at: 'When the link ends, one hour from now.',
    },
  }),
  functionWords(giftOptionsFunctions.listOfferedGiftOptions, {
    text: 'Returns what the checkout of a site offers: the enabled options, all in one page.',
    same: reads,
    payload: { store_id, site_id: 'The site whose checkout it is.' },
    result: envelope('gift options', 'lowest `position` first'),
  }),
  functionWords(reviews.postReview, {
    text: "Posts a review of a product the customer bought in a paid or fulfilled order. Refused with `FORBIDDEN` and the rule that failed: mail address not verified, customer banned, product not bought, site without reviews. A shadowbanned author's review starts `shadowbanned`.",
    same: 'The same customer and product: the same content gives the review again, another one is `DUPLICATE`.',
    payload: {
      store_id,
      site_id: 'The site it is posted on, whose settings decide whether reviews are taken.',
      customer_id: 'The author.',
      product_id: 'The product that is rated.',
      ...content,
    },
  }),
  functionWords(reviews.editReview, {
    text: 'Replaces rating, title and body and moves `updated_at`. A hidden review stays hidden.',
    same: 'The same content has no further effect.',
    payload: { store_id, customer_id: 'The author.', review_id: 'The review to change.', ...content },
  }),
  functionWords(reviews.deleteReview, {
    text: 'Deletes the review at the wish of its author; the rating of the product follows.',
    same: 'The same review answers the same, though it is gone.',
    payload: { store_id, customer_id: 'The author.', review_id: 'The review to delete.' },
    result: { review_id: 'The review that is gone.', deleted: 'Always `true`: the author may write another one.' },
  }),
  functionWords(reviews.listProductReviews, {
    text: "Returns what the product's page shows to a viewer: published reviews, and the viewer's own shadowbanned ones, which stand there as `published`. Never hidden ones.",
    same: reads,
    payload: {
      store_id,
      site_id: 'The site whose page it is; where reviews are off the list is empty.',
      product_id: 'The product whose page it is.',
      viewer_customer_id: 'Who looks, where they are logged in. Left out: anybody.',
      ...pageWords('review'),
    },
    result: envelope('reviews', 'newest first'),
  }),
  functionWords(reviews.listCustomerReviews, {
    text: "Returns the author's own reviews for their account: hidden ones with their reason but without the store's note, shadowbanned ones as `published`.",
    same: reads,
    payload: { store_id, customer_id: 'The author.', ...pageWords('review') },
    result: envelope('reviews', 'newest first'),
  }),
  functionWords(waitlist.joinWaitlist, {
    text: 'Lets a shopper be told by mail when the variant is back.',
    same: 'The same variant and mail address, whatever its letter case: they wait once.',
    payload: {
      store_id,
      product_id: 'The product that has the variant.',
      variant_id,
      email: 'Address to notify; told to nobody, the API shows counts alone.',
      site_id:
        "The site they join from, for which the mail will speak; the last one counts. Left out: the store's first.",
    },
    result: {
      product_id: 'The product that has the variant.',
      variant_id: 'The variant that is waited for.',
      waiting: 'Always `true`: the address waits now.',
    },
  }),
  functionWords(waitlist.leaveWaitlist, {
    text: 'Lets a shopper wait no longer.',
    same: 'The same variant and mail address: who does not wait does not wait.',
    payload: {
      store_id,
      product_id: 'The product that has the variant.',
      variant_id,
      email: 'Address that waits, in any letter case.',
    },
    result: {
      product_id: 'The product that has the variant.',
      variant_id: 'The variant that was waited for.',
      waiting: 'Always `false`: the address waits no longer.',
    },
  }),
  functionWords(waitlist.restockVariant, {
    text: 'Mails every shopper who waits for the variant, once each, in the background; each is counted no longer as their mail is sent. `get-restock` tells how far it has come.',
    same: 'The same `restock_id`: nobody is mailed twice. Of another variant it is `DUPLICATE`.',
    payload: {
      store_id,
      product_id: 'The product that has the variant.',
      variant_id,
      restock_id: 'Your own id of this restock, 1 to 255 characters.',
    },
    result: {
      product_id: 'The product that is back.',
      variant_id: 'The variant that is back in stock.',
      notifying: 'Shoppers who were waiting when it was announced.',
    },
  }),
];
