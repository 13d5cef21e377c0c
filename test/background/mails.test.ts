import { describe, expect, test, vi } from 'vitest';
import { ses } from '../../lib/mail/send.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { adjustGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { joinWaitlist } from '../../lib/resources/waitlist/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { useOwnTables } from '../support/aws/own-tables.ts';
import { batchOf, inboxOf, queuedMails } from '../support/aws/queued-messages.ts';
import { allTextsOf } from '../support/aws/table-contents.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { issued } from '../support/world/gift-cards.ts';
import { count, join, notify, restock, variantOf } from '../support/world/restocks.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

const sendMail = await handlerOf({ name: 'send-mail' });

useOwnTables('suite');

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
  expect(mails[0]?.body.text).toContain('$50.00');
  expect(mails[0]?.body.text).toContain(world.sites[0].url);
  expect(mails[0]?.body.html).toContain('&lt;b&gt;tea&lt;/b&gt;');
  expect(mails[0]?.body.html).toMatch(/<h1 [^>]*>Your gift card from .*<\/h1><p dir="auto" class="amount"[^>]*>\$50\.00<\/p>/);
  expect(mails[0]?.body.html).toMatch(/<a href="[^"]+" class="button"[^>]*>Shop at /);
  expect(JSON.stringify(mails)).not.toContain('Never shown');
});

test('a mail tells the last day on which its card can be used', async () => {
  const world = await newWorld();
  const recipient_email = newRecipient();
  const card = await issued(world, { value: 5000, recipient_email, expires_at: '2090-03-01T00:00:00Z' });
  await sendMail(batchOf(queuedMails.filter((queued) => queued.includes(card.id))));

  expect((await inboxOf(recipient_email))[0]?.body.text).toContain('You can use it until February 28, 2090 (UTC).');
});

test('a mail tells what is left on its card', async () => {
  const { world, card, recipient_email, body } = await issuedByMail();
  await call(adjustGiftCard, { path: { gift_card_id: card.id }, body: { amount: -1250 }, key: world.write });
  await sendMail(batchOf([body]));

  const [mail] = await inboxOf(recipient_email);
  expect(mail?.body.text).toMatch(/\$37\.50\s+This is the balance that is left on the card\./);
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

describe('the mail of a restock', () => {
  useOwnTables('suite');

  async function waiting(joins: readonly { site?: 0 | 1 }[], product: object = {}) {
    const world = await newWorld();
    const [first] = world.products;
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: [{ ...first, ...product }] }));
    const email = `${newId('customer')}@example.com`;
    for (const { site } of joins) {
      const site_id = site === undefined ? undefined : world.sites[site].id;
      await succeeded(invoke(joinWaitlist, { ...variantOf(world), email, site_id }));
    }
    return { world, email };
  }

  const queuedFor = ({ store }: World) => queuedMails.filter((body) => body.includes(store.id));

  async function mailTo(world: World, email: string) {
    await restock(world, 'one');
    await notify(world, 'one');
    await sendMail(batchOf(queuedFor(world)));
    const [mail, ...others] = await inboxOf(email);
    expect(others).toEqual([]);
    return mail?.body ?? { text: '', html: '' };
  }

  test('leads to the product, and says that it is the only one', async () => {
    const { world, email } = await waiting([{}], { url: 'https://shop.example.com/teapot?a=1&b="2"' });

    const { text, html } = await mailTo(world, email);

    expect(text).toContain('Teapot, Small');
    expect(text).toContain('\nhttps://shop.example.com/teapot?a=1&b="2"\n');
    expect(text).toContain('This is the only email about it.');
    expect(html).toContain('href="https://shop.example.com/teapot?a=1&amp;b=&quot;2&quot;"');
  });

  test('leads nowhere where the product has no page any more', async () => {
    const { world, email } = await waiting([{}], { url: 'https://shop.example.com/teapot' });
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: [world.products[0]] }));

    expect((await mailTo(world, email)).text).not.toContain('shop.example.com/teapot');
  });

  test.each([
    ['the first site, where the shopper joined from none', [{}], 0],
    ['the site that the shopper joined from', [{ site: 1 }], 1],
    ['the last of several, whatever was joined without one since', [{ site: 0 }, { site: 1 }, {}], 1],
  ] as const)('speaks for %s', async (_, joins, site) => {
    const { world, email } = await waiting(joins);

    const { text } = await mailTo(world, email);

    expect(await count(world)).toBe(0);
    expect(text).toContain(world.sites[site].url);
    expect(text).not.toContain(world.sites[1 - site]?.url);
  });

  test('shows what a store calls its products as text', async () => {
    const { world, email } = await waiting([{}], { name: '<img src=x onerror=alert(1)>' });

    const { html } = await mailTo(world, email);

    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
  });

  test('is queued without the address, and leaves none in the tables once it has gone out', async () => {
    const { world, email } = await waiting([{ site: 1 }]);
    await restock(world, 'one');
    await notify(world, 'one');
    expect((await allTextsOf(world.store.id)).filter((item) => item.includes(email))).toHaveLength(1);

    const messages = queuedFor(world);
    expect(messages).toHaveLength(1);
    expect(messages.join()).not.toContain(email);
    for (const _ of [1, 2]) expect(await sendMail(batchOf(messages))).toEqual({ batchItemFailures: [] });

    expect(await inboxOf(email)).toHaveLength(1);
    expect((await allTextsOf(world.store.id)).filter((item) => item.includes(email))).toEqual([]);
  });

  test('goes to a shopper who has joined again before it was sent, who goes on waiting', async () => {
    const { world, email } = await waiting([{}]);
    await restock(world, 'one');
    await notify(world, 'one');
    await succeeded(invoke(joinWaitlist, { ...variantOf(world), email }));

    await sendMail(batchOf(queuedFor(world)));

    expect(await inboxOf(email)).toHaveLength(1);
    expect(await count(world)).toBe(1);
  });
});

describe('the mails of a restock', () => {
  test('work of a restock that was never committed is dropped', async () => {
    const world = await newWorld();
    await join(world, 'ada@example.com');

    await notify(world, 'never');

    expect(await count(world)).toBe(1);
  });

  test('each shopper is mailed once, however often their message is delivered, and nobody for a batch that never was', async () => {
    const world = await newWorld();
    const shoppers = [1, 2].map(() => `${newId('customer')}@example.com`);
    await Promise.all(shoppers.map((shopper) => join(world, shopper)));
    await restock(world, 'one');
    await notify(world, 'one');
    const messages = queuedMails.filter((body) => body.includes(world.store.id));
    const never = messages.map((body) => JSON.stringify({ ...JSON.parse(body), batch: 'never', queued_at: 0 }));

    for (const bodies of [messages, never, messages]) {
      expect(await sendMail(batchOf(bodies))).toEqual({ batchItemFailures: [] });
    }

    expect(messages).toHaveLength(2);
    for (const shopper of shoppers) {
      expect(await inboxOf(shopper)).toMatchObject([{ subject: 'Back in stock: Teapot, Small' }]);
    }
  });
});
