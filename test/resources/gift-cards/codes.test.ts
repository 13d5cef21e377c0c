/** Gift card codes cannot be found in a table, a log or by guessing, and can be replaced. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLedger, getGiftCardBalance } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { hashCode } from '../../../lib/resources/gift-cards/records.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { keys } from '../../../lib/table/keys.ts';
import { deleteItem } from '../../support/aws/changed-items.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { batchOf, inboxOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { allTextsOf } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { expectLedgerProven, issued, newCard } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const sendMail = await handlerOf({ name: 'send-mail' });

/** Well formed, and of no card. */
const guess = 'WXYZ-2345-6789-ABCD-EFGH-JKLM-NPQR';

/** A paid order of a pot and of two gift cards, spending what the checkout holds. */
const orderOfCards = (world: World) => {
  const [pot, , giftCard] = world.products;
  const lines = [lineOf(pot, { unit_price: 500 }), lineOf(giftCard, { quantity: 2, unit_price: 500 })];
  return orderOf(world, { lines, checkout_id: 'checkout' });
};

/** A code in every form in which it could be found, in lower case. */
const formsOf = (code: string) =>
  [code, code.replaceAll('-', ''), code.replaceAll('-', ' ')]
    .flatMap((form) => [form, form.toLowerCase()])
    .flatMap((form) => [
      form,
      Buffer.from(form).toString('base64').replaceAll('=', ''),
      Buffer.from(form).toString('hex'),
    ])
    .map((form) => form.toLowerCase());

const foundIn = (texts: readonly string[], codes: readonly string[]) =>
  codes.flatMap(formsOf).filter((form) => texts.some((text) => text.toLowerCase().includes(form)));

describe('codes in clear', () => {
  const logged: string[] = [];

  beforeEach(() => {
    logged.length = 0;
    vi.stubEnv('LOG_LEVEL', 'debug');
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        logged.push(String(chunk));
        return true;
      });
    }
  });

  test('are neither kept nor logged: issued, mailed, held, misspelled, spent, bought, replaced', async () => {
    const world = await newWorld();
    const body = { value: 5000, recipient_email: `${newId('customer')}@example.com` };
    const input = { body, key: world.write, idempotencyKey: 'once' };
    const { id, code } = (await call(contract.issueGiftCard, input)).body;
    // The replay shows the code again, so something that holds it is kept.
    expect((await call(contract.issueGiftCard, input)).body.code).toBe(code);
    expect(await hold(world, guess)).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await hold(world, code, { currency: 'EUR' })).toMatchObject({ errorType: 'INVALID_FIELD' });
    expect(await hold(world, code.toLowerCase(), { amount: 1000 })).toMatchObject({ held: 1000 });
    const order = orderOfCards(world);
    await succeeded(invoke(recordOrder, { store_id: world.store.id, order }));
    const path = { gift_card_id: id };
    const replaced = (await call(contract.replaceGiftCardCode, { path, key: world.write, idempotencyKey: 'lost' }))
      .body;
    const mails = queuedMails.filter((mail) => mail.includes(world.store.id) && !mail.includes(code));
    expect(await sendMail(batchOf(mails))).toEqual({ batchItemFailures: [] });

    const codes = new Set(mails.map((mail) => String(JSON.parse(mail).code)));
    const kept = await allTextsOf(world.store.id);
    expect(codes.size).toBe(3);
    expect(codes).toContain(replaced.code);
    expect(foundIn(mails, [replaced.code])).not.toEqual([]);
    expect(kept.join()).toContain(order.id);
    expect(logged.join()).toContain('mail sent');
    expect(foundIn(kept, [...codes, code, guess])).toEqual([]);
    expect(foundIn(logged, [...codes, code, guess])).toEqual([]);
  });

  test('are shown by no other reply than the one that made them', async () => {
    const world = await newWorld();
    const { code, id, last4 } = await issued(world);
    const replies = [
      await call(contract.getGiftCard, { path: { gift_card_id: id }, key: world.write }),
      await call(contract.listGiftCards, { key: world.write }),
      await hold(world, code),
      await invoke(getGiftCardBalance, { store_id: world.store.id, code }),
      await succeeded(invoke(recordOrder, { store_id: world.store.id, order: orderOfCards(world) })),
    ].map((reply) => JSON.stringify(reply));

    expect(replies[0]).toContain(last4);
    expect(foundIn(replies, [code])).toEqual([]);
    expect(replies.filter((reply) => /code_hash|[0-9a-f]{64}/.test(reply))).toEqual([]);
  });
});

test("a code that is unknown, malformed or another store's is answered alike, and holds nothing", async () => {
  const [world, other] = await Promise.all([newWorld(), newWorld()]);
  const [foreign, own] = await Promise.all([issued(other), issued(world)]);
  const guesses = [
    guess,
    foreign.code,
    own.code.slice(0, -1),
    `${own.code}A`,
    own.last4,
    own.id,
    '*',
    '🎁'.repeat(28),
    '#'.repeat(255),
    '- -',
  ];
  const answers = await Promise.all(guesses.map((code, index) => hold(world, code, { checkout_id: `c${index}` })));

  const unknown = { errorType: 'NOT_FOUND', errorMessage: 'No gift card has this code' };
  expect(answers).toEqual(guesses.map(() => unknown));
  expect(await hold(other, foreign.code, { amount: 5000 })).toMatchObject({ held: 5000 });
  expect(await hold(world, own.code, { amount: 5000 })).toMatchObject({ held: 5000 });
});

test('codes are all different, and use their whole alphabet', async () => {
  const world = await newWorld();
  const codes = await Promise.all(Array.from({ length: 40 }, async () => String((await issued(world)).code)));

  expect(new Set(codes).size).toBe(codes.length);
  expect([...new Set(codes.join('').replaceAll('-', ''))].toSorted().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ');
});

const notFound = { errorType: 'NOT_FOUND', errorMessage: 'No gift card has this code' };

const newRecipient = () => `${newId('customer')}@example.com`;

/** Emails of a card that are queued. */
const queuedOf = (id: string) => queuedMails.filter((mail) => mail.includes(id));

test('gives the card another code in the same place, and the old one opens nothing', async () => {
  const { world, id, code, get, replaceCode, transactions } = await newCard();
  const before = (await get(id)).body;

  const { status, body } = await replaceCode(id);

  expect(status).toBe(200);
  expect(body).toEqual({
    ...before,
    code: expect.stringMatching(/^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/),
    last4: body.code.slice(-4),
    updated_at: body.updated_at,
  });
  expect(body.code).not.toBe(code);
  expect(body.updated_at >= before.updated_at).toBe(true);
  expect(await hold(world, code)).toEqual(notFound);
  expect(await hold(world, body.code)).toMatchObject({ gift_card_id: id, held: 3000 });
  expect((await transactions(id)).body.data).toHaveLength(1);
  expect((await allTextsOf(world.store.id)).filter((item) => item.includes('#CODE#'))).toHaveLength(1);
  await expectLedgerProven(world);
});

test('keeps holds: the checkout spends what it holds, and cannot set it again by the old code', async () => {
  const { world, id, code, replaceCode } = await newCard();
  await hold(world, code);
  const { body } = await replaceCode(id);

  expect(await hold(world, code, { amount: 4000 })).toEqual(notFound);
  expect(await hold(world, code)).toEqual(notFound);
  expect(await hold(world, body.code, { checkout_id: 'other', amount: 5000 })).toMatchObject({ held: 2000 });
  expect(await record(world, orderOf(world, { checkout_id: 'checkout' }))).toMatchObject({ paid_by_gift_card: 2333 });
});

test.each([
  ['disabled', ({ disable, id }: Awaited<ReturnType<typeof newCard>>) => disable(id)],
  ['used', ({ adjust, id }: Awaited<ReturnType<typeof newCard>>) => adjust(id, { amount: -5000 })],
])('works on a card that is %s', async (status, make) => {
  const card = await newCard();
  await make(card);

  expect((await card.replaceCode(card.id)).body).toMatchObject({ status, code: expect.any(String) });
});

describe('the email', () => {
  test('brings the new code to the recipient, though the first one has been mailed', async () => {
    const recipient_email = newRecipient();
    const { id, code, replaceCode } = await newCard({ value: 5000, recipient_email });
    await sendMail(batchOf(queuedOf(id)));
    const { body } = await replaceCode(id);

    for (const _ of [1, 2]) expect(await sendMail(batchOf(queuedOf(id)))).toMatchObject({});

    const codes = (await inboxOf(recipient_email)).map(({ body: { text } }) =>
      [code, body.code].filter((each) => text.includes(each)),
    );
    expect(codes).toEqual([[code], [body.code]]);
  });

  test('goes to the given recipient, who becomes the recipient of the card', async () => {
    const [lost, found] = [newRecipient(), newRecipient()];
    const { id, get, replaceCode } = await newCard({ value: 5000, recipient_email: lost, message: 'For you' });
    const { body } = await replaceCode(id, { recipient_email: found });
    await sendMail(batchOf(queuedOf(id)));

    expect((await inboxOf(found)).map(({ body: { text } }) => text)).toEqual([expect.stringContaining(body.code)]);
    expect(await inboxOf(lost)).toEqual([]);
    expect((await get(id)).body).toMatchObject({ recipient_email: found, message: 'For you' });
    expect((await replaceCode(id, { recipient_email: null })).body).toMatchObject({ recipient_email: found });
  });

  test('is not sent if the card has no recipient', async () => {
    const { id, replaceCode } = await newCard();
    await replaceCode(id, {});

    expect(queuedOf(id)).toEqual([]);
  });
});

test('a code that is replaced while a checkout applies it is not found', async () => {
  const { world, id, code, replaceCode } = await newCard();
  beforeReadOf(keys.giftCard(world.store.id, id), () => replaceCode(id));

  expect(await hold(world, code)).toEqual(notFound);
});

test('eight at once leave one code, the last', async () => {
  const { world, id, code, replaceCode } = await newCard();
  const answers = await Promise.all(Array.from({ length: 8 }, () => replaceCode(id)));
  const codes = answers.map(({ body }) => String(body.code));

  const held = await Promise.all([code, ...codes].map((each) => hold(world, each, { checkout_id: each, amount: 1 })));
  expect(new Set(codes).size).toBe(8);
  expect(held.filter(({ errorType }) => errorType === undefined)).toHaveLength(1);
  expect(held.filter(({ errorType }) => errorType === 'NOT_FOUND')).toHaveLength(8);
  await expectLedgerProven(world);
});

test('the audit reports a card that its code no longer leads to', async () => {
  const { world, id, code } = await newCard();
  const key = keys.giftCardByCode(world.store.id, hashCode(code));
  await deleteItem(key);

  expect(await invoke(auditLedger, { store_id: world.store.id })).toMatchObject({
    findings: [{ id, finding: 'its code leads to another card, or to none' }],
  });
});
