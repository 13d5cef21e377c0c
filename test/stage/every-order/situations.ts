/** The unusual situations in which two commands meet. */

import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { startDigitalFileUpload } from '../../../lib/resources/digital-files/operations.ts';
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { disableGiftCard, listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import { createGiftOption, startGiftOptionImageUpload } from '../../../lib/resources/gift-options/operations.ts';
import { fulfilOrder, payOrder, recordOrder } from '../../../lib/resources/orders/functions.ts';
import { hideReview } from '../../../lib/resources/reviews/operations.ts';
import { holdStoreCredit } from '../../../lib/resources/store-credits/functions.ts';
import { createStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import { joinWaitlist, leaveWaitlist, restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { clock } from '../engine/clock.ts';
import { type Message, Sent } from './actor.ts';
import { anHourAgo, groundTime, type SharedFixture, tomorrow } from './ground.ts';
import { dieAfterEffect } from './play.ts';
import { ask, prepare } from './request.ts';

interface Making {
  /** What is done to the ground, and what there is more of it then. */
  prepare?(ground: SharedFixture): Promise<Partial<SharedFixture>>;
  /** How many transactions of each execution meet another one in progress. */
  conflicts?: number;
  /** Whether what it has queued is delivered at the end of each play. */
  isDelivered?: true;
}

const day = 24 * 3_600_000;

/** As many as it takes for a product's count to be taken as contended. */
const conflictsOfRush = 3;

const situations = {
  usual: {},

  hidden: {
    prepare: async ({ clients: [{ key }], review_id }: SharedFixture) => {
      await ask({ to: hideReview, input: { key, path: { review_id }, body: { reason: 'offensive' } } });
      return {};
    },
  },

  deleted: {
    prepare: async ({ store_id, ada }: SharedFixture) => {
      await ask({ to: deleteCustomer, payload: { store_id, customer_id: ada.id } });
      return {};
    },
  },

  disabled: {
    prepare: async ({ clients: [{ key }], card }: SharedFixture) => {
      await ask({ to: disableGiftCard, input: { key, path: { gift_card_id: card.id } } });
      return {};
    },
  },

  /** One checkout holds two cards, the holds of another checkout expired an hour ago, and two cards paid for two orders. */
  'two cards': {
    prepare: ({ store_id, card, otherCard, ada, order, line }: SharedFixture) =>
      clock.at(groundTime, async () => {
        const hold = async (checkout_id: string, expires_at = tomorrow) => {
          const each = { store_id, checkout_id, currency: 'USD', expires_at };
          await ask({ to: holdGiftCard, payload: { ...each, code: card.code, amount: 60 } });
          await ask({ to: holdGiftCard, payload: { ...each, code: otherCard.code, amount: 160, add: true } });
        };
        const record = async (id: string, checkout_id: string, status: string) => {
          await hold(checkout_id);
          const lines = [{ ...line, unit_price: 300 }];
          const fields = { id, status, checkout_id, customer_id: ada.id, lines };
          await ask({ to: recordOrder, payload: { store_id, order: { ...order, ...fields } } });
        };
        await record('ord_two', 'checkout-two', 'paid');
        await record('ord_twopending', 'checkout-twopending', 'pending');
        await hold('checkout-twolapsed', anHourAgo);
        await hold('checkout');
        return {};
      }),
  },

  /** A gift card and a store credit of one checkout, and two orders that a lasting credit and one that has expired since paid for. */
  'store credit': {
    prepare: ({ store_id, clients: [{ key }], card, ada, order, line }: SharedFixture) =>
      clock.at(groundTime, async () => {
        const grant = (value: number, expires_at?: string) =>
          ask({
            to: createStoreCredit,
            input: { key, path: { id: ada.id }, body: { value, reason: 'goodwill', expires_at } },
          });
        const hold = async (checkout_id: string, amount: number) => {
          const each = { store_id, checkout_id, currency: 'USD', expires_at: tomorrow };
          await ask({ to: holdGiftCard, payload: { ...each, code: card.code, amount: 50 } });
          await ask({ to: holdStoreCredit, payload: { ...each, customer_id: ada.id, amount } });
        };
        const record = async (id: string, checkout_id: string, status: string) => {
          await hold(checkout_id, 300);
          const fields = { id, status, checkout_id, customer_id: ada.id, lines: [{ ...line, unit_price: 300 }] };
          await ask({ to: recordOrder, payload: { store_id, order: { ...order, ...fields } } });
        };
        await grant(200, anHourAgo);
        await grant(700);
        await record('ord_credit', 'checkout-creditpaid', 'paid');
        await record('ord_creditpending', 'checkout-creditpending', 'pending');
        await hold('checkout-credit', 250);
        return {};
      }),
  },

  /** The email that asks Grace for reviews of her order is due. */
  'asking for reviews': {
    prepare: ({ store_id, site, grace }: SharedFixture) =>
      clock.at(groundTime, async () => {
        const sites = [{ ...site, review_requests: { enabled: true, delay_days: 0, remind_after_days: 3 } }];
        const customers = [{ ...grace, email_verified: true }];
        await ask({ to: importRecords, payload: { store_id, sites, customers } });
        await ask({ to: fulfilOrder, payload: { store_id, order_id: 'ord_ofgrace' } });
        return {};
      }),
  },

  'nineteen options': {
    prepare: async ({ clients: [{ key }], site }: SharedFixture) => {
      const path = { site_id: site.id };
      for (let index = 2; index < 19; index += 1) {
        await ask({ to: createGiftOption, input: { key, path, body: { name: `Option ${index}` } } });
      }
      return {};
    },
  },

  restocking: { prepare: (ground: SharedFixture) => announce(ground, {}) },

  /** One of the two who wait is to be notified. */
  'restocking a few': { prepare: (ground: SharedFixture) => announce(ground, { notify_at_most: 1 }) },

  /** Grace is notified of a restock, and her email has not gone out. */
  mailing: {
    isDelivered: true,
    prepare: async (ground: SharedFixture) => {
      const { waiting, grace } = ground;
      for (const email of ['zoe@example.com', 'yan@example.com']) {
        await ask({ to: leaveWaitlist, payload: { ...waiting, email } });
      }
      await ask({ to: joinWaitlist, payload: { ...waiting, email: grace.email } });
      const { queued: messages } = await announce(ground, {});
      const outbox = new Sent();
      await ask({ to: { name: 'work-on-waitlist' }, messages }, { outbox });
      return { queued: onceEach(outbox.messages) };
    },
  },

  /** The function that took an order's payment died before it issued the cards that were bought. */
  owing: {
    prepare: async ({ store_id }: SharedFixture) => {
      const act = await prepare({ to: payOrder, payload: { store_id, order_id: 'ord_pending' } });
      await dieAfterEffect(act, 1);
      return {};
    },
  },

  /** The send date of a card has come, and no sweep has handled it. */
  'on the day': {
    isDelivered: true,
    prepare: ({ store_id, clients: [{ key }], order, ada, vouchers, voucher }: SharedFixture) =>
      clock.at(groundTime, async () => {
        const voucherLine = { product_id: vouchers.id, variant_id: voucher.id, quantity: 1, unit_price: 700 };
        const lines = [{ ...voucherLine, recipient_email: 'edsger@example.com', send_at: anHourAgo }];
        await ask({
          to: recordOrder,
          payload: { store_id, order: { ...order, id: 'ord_present', customer_id: ada.id, lines } },
        });
        const { data } = await ask({ to: listGiftCards, input: { key, query: { limit: 1 } } });
        return { card: { id: String(data[0].id), code: '' } };
      }),
  },

  /** So many turn to a product at once that its waiting shoppers are counted aside. */
  rushed: {
    conflicts: conflictsOfRush,
    isDelivered: true,
    prepare: async ({ waiting }: SharedFixture) => {
      const outbox = new Sent();
      const among = { outbox, conflicts: conflictsOfRush };
      await ask({ to: joinWaitlist, payload: { ...waiting, email: 'first@example.com' } }, among);
      await ask({ to: joinWaitlist, payload: { ...waiting, email: 'next@example.com' } }, among);
      return { queued: onceEach(outbox.messages) };
    },
  },

  /** Uploads that were not finished within a day. */
  'due uploads': {
    prepare: ({ clients: [{ key }], site, wrapping, recordings, recording }: SharedFixture) =>
      clock.at(groundTime - day, async () => {
        await ask({
          to: startGiftOptionImageUpload,
          input: {
            key,
            path: { site_id: site.id, gift_option_id: wrapping },
            body: { content_type: 'image/png', file_size: 100 },
          },
        });
        await ask({
          to: startDigitalFileUpload,
          input: {
            key,
            path: { id: recordings.id, variant_id: recording.id },
            body: { file_name: 'never.pdf', file_size: 10 },
          },
        });
        return {};
      }),
  },
} satisfies Record<string, Making>;

export type Situation = keyof typeof situations;

async function announce({ waiting }: SharedFixture, fields: object) {
  const outbox = new Sent();
  await ask({ to: restockVariant, payload: { ...waiting, restock_id: 'restock', ...fields } }, { outbox });
  return { queued: onceEach(outbox.messages) };
}

export const makingOf = (name: Situation): Making => situations[name];

const onceEach = (messages: readonly Message[]): Message[] => [
  ...new Map(messages.map((message) => [message.body, message])).values(),
];
