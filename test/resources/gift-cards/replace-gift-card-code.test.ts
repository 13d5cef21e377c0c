import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { auditLedger } from '../../../lib/resources/gift-cards/functions.ts';
import { replaceGiftCardCode } from '../../../lib/resources/gift-cards/operations.ts';
import { hashCode } from '../../../lib/resources/gift-cards/records.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { useOwnTables } from '../../support/aws/own-tables.ts';
import { batchOf, inboxOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { allTextsOf } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { newCard } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';

useOwnTables('suite');

const sendMail = await handlerOf({ name: 'send-mail' });

const notFound = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

const newRecipient = () => `${newId('customer')}@example.com`;

/** Mails of a card that are queued. */
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

test('leaves holds alone: the checkout spends what it holds, and cannot set it anew by the old code', async () => {
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

describe('the mail', () => {
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

  test('goes to the recipient that is given, who is the card’s from then on', async () => {
    const [lost, found] = [newRecipient(), newRecipient()];
    const { id, get, replaceCode } = await newCard({ value: 5000, recipient_email: lost, message: 'For you' });
    const { body } = await replaceCode(id, { recipient_email: found });
    await sendMail(batchOf(queuedOf(id)));

    expect((await inboxOf(found)).map(({ body: { text } }) => text)).toEqual([expect.stringContaining(body.code)]);
    expect(await inboxOf(lost)).toEqual([]);
    expect((await get(id)).body).toMatchObject({ recipient_email: found, message: 'For you' });
    expect((await replaceCode(id, { recipient_email: null })).body).toMatchObject({ recipient_email: found });
  });

  test('is none where the card has no recipient', async () => {
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

test('the same Idempotency-Key answers the same code, and replaces it once', async () => {
  const { world, id } = await newCard();
  const request = { path: { gift_card_id: id }, key: world.write, idempotencyKey: 'lost' };
  const [first, again] = [await call(replaceGiftCardCode, request), await call(replaceGiftCardCode, request)];

  expect(again.body).toEqual(first.body);
  expect(again.headers['x-idempotency-replayed']).toBe('true');
  expect(await hold(world, first.body.code)).toMatchObject({ held: 3000 });
});

test('an address that no mail can be sent to is refused, and the code stays', async () => {
  const { world, id, code, replaceCode } = await newCard();

  expect((await replaceCode(id, { recipient_email: 'nobody' })).body).toEqual({
    error: 'recipient_email must be an email address',
    code: 'INVALID_FIELD',
  });
  expect(await hold(world, code)).toMatchObject({ held: 3000 });
});

test('a card that its code no longer leads to is told by the audit', async () => {
  const { world, id, code } = await newCard();
  const key = keys.giftCardByCode(world.store.id, hashCode(code));
  await dynamodb.send(new DeleteCommand({ TableName: storeTable(), Key: key }));

  expect(await invoke(auditLedger, { store_id: world.store.id })).toMatchObject({
    findings: [{ id, finding: 'its code leads to another card, or to none' }],
  });
});
