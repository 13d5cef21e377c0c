/** The life of a card, as its buyer, its holder and the store see it: at each step the ledger adds up to the balance, and so does the liability. */
import { expect, test, vi } from 'vitest';
import * as giftCardsFunctions from '../../../lib/resources/gift-cards/functions.ts';
import { reportLiability } from '../../../lib/resources/gift-cards/functions.ts';
import * as checkout from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { useOwnTables } from '../../support/aws/own-tables.ts';
import { batchOf, inboxOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { complaintsAbout, eventsOfChanges, historyOf } from '../../support/events/truth.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { newCards } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { succeeded } from '../../support/world/world.ts';

useOwnTables('test', { stream: true });

const sendMail = await handlerOf({ name: 'send-mail' });
const sweep = await handlerOf({ name: 'sweep-gift-cards' });

const begin = Date.parse('2026-12-01T09:00:00Z');
const hour = 3_600_000;

/** Hours after the beginning. */
const setHour = (hours: number) => vi.setSystemTime(begin + hours * hour);

const codePattern = /(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}/;

const none = { cards: 0, balance: 0 };

/** A store, and what its people do. */
async function newShop() {
  const cards = await newCards();
  const { world, get, transactions } = cards;
  const about = { store_id: world.store.id };
  const ask = <I extends Invocable>(invocable: I, fields: object) =>
    succeeded(invoke(invocable, { ...about, ...fields }));

  /** The code in the last mail to somebody, once all that is queued has been sent. */
  async function codeMailedTo(recipient: string): Promise<string> {
    const mails = queuedMails.filter((mail) => mail.includes(world.store.id));
    expect(await sendMail(batchOf(mails))).toEqual({ batchItemFailures: [] });
    queuedMails.length = 0;
    const [code = ''] = codePattern.exec((await inboxOf(recipient)).at(-1)?.body.text ?? '') ?? [];
    return code;
  }

  /** What the card is worth by all who tell it, two minutes later: an index and a report have their minute. */
  async function expectWorth(id: string, balance: number, status: 'active' | 'expired'): Promise<void> {
    vi.setSystemTime(Date.now() + 120_000);
    const entries: { amount: number }[] = (await transactions(id, { limit: 100 })).body.data;
    const { statuses } = await ask(reportLiability, {});

    expect((await get(id)).body).toMatchObject({ balance, status });
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
    const nothing = { active: none, disabled: none, used: none, expired: none };
    expect(statuses).toEqual({ ...nothing, [status]: { cards: 1, balance } });
    await expectLedgerProven(world);
  }

  return { ...cards, ask, codeMailedTo, expectWorth };
}

test('bought, mailed, its code replaced, held, spent, the order cancelled, spent again, refunded in part, expired', async () => {
  setClock(new Date(begin).toISOString());
  const { world, ask, codeMailedTo, expectWorth, list, replaceCode, update } = await newShop();
  const [lost, found] = [`${newId('customer')}@example.com`, `${newId('customer')}@example.com`];
  const worth = async (code: string, checkout_id?: string) =>
    invoke(giftCardsFunctions.getGiftCardBalance, { store_id: world.store.id, code, checkout_id });

  const line = lineOf(world.products[2], { unit_price: 5000, recipient_email: lost });
  const purchase = orderOf(world, { status: 'pending', lines: [line] });
  await succeeded(record(world, purchase));
  expect((await list()).body.data).toEqual([]);
  await ask(checkout.payOrder, { order_id: purchase.id });
  const { id } = (await list()).body.data[0];
  await expectWorth(id, 5000, 'active');
  const first = await codeMailedTo(lost);
  expect(await worth(first)).toMatchObject({ gift_card_id: id, available: 5000 });

  setHour(1);
  const { code } = (await replaceCode(id, { recipient_email: found })).body;
  expect(await codeMailedTo(found)).toBe(code);
  expect(await worth(first)).toMatchObject({ errorType: 'NOT_FOUND' });
  await expectWorth(id, 5000, 'active');

  setHour(2);
  await succeeded(hold(world, code, { checkout_id: 'abandoned', amount: 1500 }));
  expect(await worth(code)).toMatchObject({ balance: 5000, available: 3500 });
  expect(await worth(code, 'abandoned')).toMatchObject({ available: 5000 });
  await expectWorth(id, 5000, 'active');

  setHour(3);
  const abandoned = orderOf(world, { status: 'pending', checkout_id: 'abandoned' });
  expect(await record(world, abandoned)).toMatchObject({ total: 2333, paid_by_gift_card: 1500 });
  await expectWorth(id, 3500, 'active');

  setHour(4);
  await ask(checkout.cancelOrder, { order_id: abandoned.id });
  await expectWorth(id, 5000, 'active');

  setHour(5);
  await succeeded(hold(world, code, { checkout_id: 'kept', amount: 1500 }));
  const kept = orderOf(world, { checkout_id: 'kept' });
  expect(await record(world, kept)).toMatchObject({ status: 'paid', paid_by_gift_card: 1500, paid_by_card: 833 });
  await ask(checkout.fulfilOrder, { order_id: kept.id });
  await expectWorth(id, 3500, 'active');

  setHour(6);
  const refund = await ask(checkout.refundOrder, { order_id: kept.id, refund_id: 'broken lid', amount: 1000 });
  expect(refund).toMatchObject({ to_card: 833, to_gift_card: 167 });
  await expectWorth(id, 3667, 'active');

  setHour(7);
  await update(id, { expires_at: new Date(begin + 8 * hour).toISOString() });
  await expectWorth(id, 3667, 'active');
  setHour(9);
  expect(await hold(world, code, { checkout_id: 'late' })).toMatchObject({ errorMessage: 'The gift card is expired' });
  await expectWorth(id, 3667, 'expired');
  await sweep({});
  await expectWorth(id, 3667, 'expired');

  const history = await historyOf(storeTable());
  const events = eventsOfChanges(history.changes).filter(({ object }) => object.id === id);
  expect(events.map(({ type }) => type.replace('gift_card.', ''))).toEqual([
    'issued',
    'code_replaced',
    'redeemed',
    'refunded',
    'redeemed',
    'refunded',
    'updated',
    'expired',
  ]);
  expect(complaintsAbout(history)).toEqual([]);
});
