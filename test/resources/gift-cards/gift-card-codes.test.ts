/** Gift card codes cannot be found in a table or a log, and cannot be told from guesses. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getGiftCardBalance } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { useOwnTables } from '../../support/aws/own-tables.ts';
import { batchOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { allTextsOf } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

useOwnTables('suite');

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

  test('are neither kept nor logged: issued, mailed, held, mistyped, spent, bought, replaced', async () => {
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

  const unknown = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };
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
