/** Mails with gift card codes: at least one, never a wrong one. */
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { ses } from '../../lib/mail/send.ts';
import { adjustGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { useOwnTables } from '../support/aws/own-tables.ts';
import { batchOf, inboxOf, queuedMails } from '../support/aws/queued-messages.ts';
import { entitiesOf, idempotencyRecordsOf } from '../support/aws/table-contents.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { issued } from '../support/world/gift-cards.ts';
import { newWorld } from '../support/world/world.ts';

useOwnTables('suite');

const sendMail = await handlerOf({ name: 'send-mail' });

const newRecipient = () => `${newId('customer')}@example.com`;

async function issuedByMail(message = 'Enjoy <b>tea</b>\r\nBcc: everyone@example.com') {
  const world = await newWorld();
  const recipient_email = newRecipient();
  const card = await issued(world, { value: 5000, recipient_email, message, note: 'Never shown' });
  const body = queuedMails.find((queued) => queued.includes(card.id)) ?? '';
  return { world, card, recipient_email, body };
}

test('a mail holds the code, the value and the message, and is sent once however often it is delivered', async () => {
  const { world, card, recipient_email, body } = await issuedByMail();
  for (const _ of [1, 2]) expect(await sendMail(batchOf([body]))).toEqual({ batchItemFailures: [] });

  const mails = await inboxOf(recipient_email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe(`Your gift card from ${world.sites[0].name}`);
  expect(mails[0]?.body.text).toContain(card.code);
  expect(mails[0]?.body.text).toContain('USD 50.00');
  expect(mails[0]?.body.text).toContain(world.sites[0].url);
  expect(mails[0]?.body.html).toContain('&lt;b&gt;tea&lt;/b&gt;');
  expect(JSON.stringify(mails)).not.toContain('Never shown');
});

test('a mail tells the last day on which its card can be used', async () => {
  const world = await newWorld();
  const recipient_email = newRecipient();
  const card = await issued(world, { value: 5000, recipient_email, expires_at: '2090-03-01T00:00:00Z' });
  await sendMail(batchOf(queuedMails.filter((queued) => queued.includes(card.id))));

  expect((await inboxOf(recipient_email))[0]?.body.text).toContain(
    'The last day it can be used is 28 February 2090 (UTC).',
  );
});

test('a mail tells what is left on its card', async () => {
  const { world, card, recipient_email, body } = await issuedByMail();
  await call(adjustGiftCard, { path: { gift_card_id: card.id }, body: { amount: -1250 }, key: world.write });
  await sendMail(batchOf([body]));

  const [mail] = await inboxOf(recipient_email);
  expect(mail?.body.text).toContain('a gift card with USD 37.50 left on it');
  expect(mail?.body.text).not.toContain('50.00');
});

test('a mail that SES fails to take stays in the queue', async () => {
  const { recipient_email, body } = await issuedByMail();
  vi.spyOn(ses, 'send').mockImplementationOnce(() => Promise.reject(new Error('SES is down')));
  expect(await sendMail(batchOf([body]))).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
  expect(await inboxOf(recipient_email)).toEqual([]);

  await sendMail(batchOf([body]));
  expect(await inboxOf(recipient_email)).toHaveLength(1);
});

test('a sender that dies after sending sends the same again, and SES’s refusals name no address in the log', async () => {
  const { card, recipient_email, body } = await issuedByMail();
  const { result } = await watch(
    () => sendMail(batchOf([body])),
    (_, command) => (/^(?:Put|TransactWrite)/.test(command) ? 'before' : undefined),
  );
  expect(result.batchItemFailures).toHaveLength(1);
  await sendMail(batchOf([body]));

  const mails = await inboxOf(recipient_email);
  expect(mails).toHaveLength(2);
  expect(mails.every((mail) => mail.body.text.includes(card.code))).toBe(true);

  vi.stubEnv('LOG_LEVEL', 'debug');
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  vi.spyOn(ses, 'send').mockImplementationOnce(() => Promise.reject(new Error(`Not verified: <${recipient_email}>`)));
  await sendMail(batchOf([(await issuedByMail()).body]));
  expect(lines.join('')).toContain('Not verified');
  expect(lines.join('')).not.toContain(recipient_email);
});

test('what was never committed waits while it may still be, and is then dropped', async () => {
  const { recipient_email, body } = await issuedByMail();
  const message = { ...JSON.parse(body), gift_card_id: newId('giftCard') };
  const young = await sendMail(batchOf([JSON.stringify(message)]));
  const old = await sendMail(batchOf([JSON.stringify({ ...message, queued_at: Date.now() - 600_000 })]));

  expect(young.batchItemFailures).toHaveLength(1);
  expect(old.batchItemFailures).toEqual([]);
  expect(await inboxOf(recipient_email)).toEqual([]);
});

test('a code that is not the card’s own is never announced', async () => {
  const { recipient_email, body } = await issuedByMail();
  const message = { ...JSON.parse(body), code: 'A'.repeat(28), queued_at: 0 };
  await sendMail(batchOf([JSON.stringify(message)]));

  expect(await inboxOf(recipient_email)).toEqual([]);
});

test('a code is in no table, hyphens or not', async () => {
  const { world, card } = await issuedByMail();
  const items = [await entitiesOf(world.store.id), await idempotencyRecordsOf(world.store.id)];
  const kept = inspect(items, { depth: null, maxArrayLength: null, maxStringLength: null });

  expect(kept).toContain(card.id);
  expect(kept).not.toContain(card.code);
  expect(kept).not.toContain(card.code.replaceAll('-', ''));
});
