import { describe, expect, test, vi } from 'vitest';
import { ses } from '../../../lib/mail/send.ts';
import { forgetAddress } from '../../../lib/resources/customers/functions.ts';
import {
  adjustGiftCard,
  getGiftCard,
  issueGiftCard,
  listGiftCards,
  replaceGiftCardCode,
} from '../../../lib/resources/gift-cards/operations.ts';
import { refundOrder } from '../../../lib/resources/orders/functions.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import * as work from '../../../lib/work/sweep-gift-cards.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { batchOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { seconds } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

const sendMail = await handlerOf({ name: 'send-mail' });

const list = ({ read: key }: World, query: Record<string, string | number>) => call(listGiftCards, { query, key });

const get = ({ read: key }: World, gift_card_id: string, expand: string) =>
  call(getGiftCard, { path: { gift_card_id }, query: { expand }, key });

const mailOf = async (world: World, id: string) => (await get(world, id, 'mail')).body.mail;

const issue = async ({ write: key }: World, body: object) =>
  (await call(issueGiftCard, { key, body: { value: 500, ...body } })).body;

const mailsFor = ({ store }: World): string[] => queuedMails.filter((body) => body.includes(store.id));

/** Delivers all emails of the store so far, for the first time or another one. */
const deliver = (world: World, time = 1) =>
  sendMail({
    Records: batchOf(mailsFor(world)).Records.map((each: object) => ({
      ...each,
      attributes: { ApproximateReceiveCount: String(time) },
    })),
  });

async function bought(line: object = {}) {
  const world = await newWorld();
  const order = orderOf(world, { lines: [lineOf(world.products[2], { unit_price: 1500, ...line })] });
  await succeeded(record(world, order));
  const { body } = await list(world, { expand: 'order,mail' });
  return { world, order, card: body.data[0] };
}

describe('expand', () => {
  test('adds the order that bought the card, and null for a card that staff issued', async () => {
    const { world, order, card } = await bought({ recipient_email: 'grace@example.com' });
    const issued = await issue(world, {});
    const { order: _, mail: __, ...plain } = card;

    expect(card.order).toEqual({ id: order.id, customer_id: order.customer_id });
    expect((await get(world, card.id, 'order')).body).toEqual({ ...plain, order: card.order });
    expect((await get(world, card.id, '')).body).toEqual(plain);
    expect((await get(world, issued.id, 'order')).body.order).toBeNull();
  });

  test('400 INVALID_FIELD for a name that it does not have, while a wrong limit is still INVALID_REQUEST_ERROR', async () => {
    const world = await newWorld();
    const card = await issue(world, {});
    const refusal = { error: 'expand must be a comma-separated list of order or mail', code: 'INVALID_FIELD' };

    expect(await list(world, { expand: 'customer' })).toMatchObject({ status: 400, body: refusal });
    expect(await get(world, card.id, 'mail,reply')).toMatchObject({ status: 400, body: refusal });
    expect(await list(world, { limit: 0 })).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST_ERROR' } });
  });

  test('takes one round of parallel reads more for the email, and no read for the order', async () => {
    withUsualBatches();
    const world = await newWorld();
    for (let count = 0; count < 3; count += 1) await issue(world, { recipient_email: 'ada@example.com' });
    await list(world, {});

    const plain = await watch(() => list(world, {}));
    const withOrder = await watch(() => list(world, { expand: 'order' }));
    const withMail = await watch(() => list(world, { expand: 'order,mail' }));

    expect(plain.roundTrips).toBe(1);
    expect(withOrder.calls).toHaveLength(plain.calls.length);
    expect(withMail.roundTrips).toBe(2);
    expect(withMail.calls).toHaveLength(plain.calls.length + 1);
    expect(withMail.result.body.data).toHaveLength(3);
  });
});

describe('the email of a card', () => {
  test('does not exist without a recipient', async () => {
    const world = await newWorld();
    const { id } = await issue(world, {});

    expect(await mailOf(world, id)).toEqual({ status: 'none', at: null });
  });

  test('is queued, then sent; another code has another email', async () => {
    const world = await newWorld();
    const { id, created_at } = await issue(world, { recipient_email: 'ada@example.com' });
    expect(await mailOf(world, id)).toEqual({ status: 'queued', at: created_at });

    setClock(seconds(30));
    await deliver(world);
    const sent = await mailOf(world, id);
    expect(sent.status).toBe('sent');
    expect(sent.at > created_at).toBe(true);

    setClock(seconds(60));
    const { body } = await call(replaceGiftCardCode, { path: { gift_card_id: id }, key: world.write });
    expect(await mailOf(world, id)).toEqual({ status: 'queued', at: body.updated_at });

    await deliver(world);
    expect(await mailOf(world, id)).toMatchObject({ status: 'sent' });
  });

  test('is failed once its last delivery fails, and sent if a person delivers it again', async () => {
    const world = await newWorld();
    const { id, created_at } = await issue(world, { recipient_email: 'ada@example.com' });
    const refusing = vi.spyOn(ses, 'send').mockImplementation(() => Promise.reject(new Error('SES is down')));
    const queued = { status: 'queued', at: created_at };

    await deliver(world, limits.queueDeliveries - 1);
    expect(await mailOf(world, id)).toEqual(queued);

    await deliver(world, limits.queueDeliveries);
    expect(await mailOf(world, id)).toEqual({ status: 'failed', at: expect.any(String) });

    refusing.mockRestore();
    await deliver(world);
    expect(await mailOf(world, id)).toMatchObject({ status: 'sent' });
  });

  test('is failed an hour after it was queued if no delivery recorded how it ended', async () => {
    const world = await newWorld();
    const { id, created_at } = await issue(world, { recipient_email: 'ada@example.com' });
    const inSeconds = (count: number) => toTimestamp(Date.parse(created_at) + count * 1000);

    setClock(inSeconds(limits.mailSeconds - 1));
    expect(await mailOf(world, id)).toEqual({ status: 'queued', at: created_at });

    setClock(inSeconds(limits.mailSeconds));
    expect(await mailOf(world, id)).toEqual({ status: 'failed', at: inSeconds(limits.mailSeconds) });
  });

  test('is scheduled for its send date, then queued and sent', async () => {
    const send_at = seconds(86_400);
    const { world, card } = await bought({ recipient_email: 'grace@example.com', send_at });
    expect(card.mail).toEqual({ status: 'scheduled', at: send_at });

    const day = toTimestamp(Date.parse(send_at) + 5000);
    setClock(day);
    await work.sweepGiftCards();
    expect(await mailOf(world, card.id)).toEqual({ status: 'queued', at: day });

    await deliver(world);
    expect(await mailOf(world, card.id)).toMatchObject({ status: 'sent' });
  });

  test('is not sent after a refund that took the card back before, and after its address was removed', async () => {
    const { world, order, card } = await bought({ recipient_email: 'grace@example.com' });
    const other = await issue(world, { recipient_email: 'alan@example.com' });
    const store_id = world.store.id;

    await succeeded(invoke(refundOrder, { store_id, order_id: order.id, refund_id: 'ref_1', amount: 1500 }));
    await succeeded(invoke(forgetAddress, { store_id, email: 'alan@example.com' }));

    expect(await mailOf(world, card.id)).toEqual({ status: 'none', at: null });
    expect(await mailOf(world, other.id)).toEqual({ status: 'none', at: null });
  });

  test('does not exist for a card that was taken back while it was queued, also once the card has a balance again', async () => {
    const { world, order, card } = await bought({ recipient_email: 'grace@example.com' });
    const store_id = world.store.id;
    await succeeded(invoke(refundOrder, { store_id, order_id: order.id, refund_id: 'ref_1', amount: 1500 }));
    await deliver(world);

    await call(adjustGiftCard, { path: { gift_card_id: card.id }, key: world.write, body: { amount: 500 } });

    expect(await mailOf(world, card.id)).toEqual({ status: 'none', at: null });
  });
});
