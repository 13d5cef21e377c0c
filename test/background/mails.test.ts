import { randomUUID } from 'node:crypto';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test, vi } from 'vitest';
import { consumeBatch } from '../../bin/local/background.ts';
import { queueUrlAtEngine } from '../../bin/local/environment.ts';
import { ses } from '../../lib/mail/send.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../lib/resources/customers/functions.ts';
import { adjustGiftCard, replaceGiftCardCode } from '../../lib/resources/gift-cards/operations.ts';
import { joinWaitlist } from '../../lib/resources/waitlist/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { type Key, keys } from '../../lib/table/keys.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { changeItem } from '../support/aws/changed-items.ts';
import { batchOf, inboxOf, queuedMails } from '../support/aws/queued-messages.ts';
import { allTextsOf } from '../support/aws/table-contents.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { lineOf, orderOf, record } from '../support/world/checkout.ts';
import { issued } from '../support/world/gift-cards.ts';
import { count, join, notify, restock, variantOf } from '../support/world/restocks.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

const sqs = new SQSClient({});
const sendMail = await handlerOf({ name: 'send-mail' });
const sendRestockMail = await handlerOf({ name: 'send-restock-mail' });

/** Takes attributes out of an item, as it was before they came. */
const leaveOut = (key: Key, attributes: readonly string[]) => changeItem(key, `REMOVE ${attributes.join(', ')}`);

const newRecipient = () => `${newId('customer')}@example.com`;

async function issuedByMail(message = 'Enjoy <b>tea</b>\r\nBcc: everyone@example.com') {
  const world = await newWorld();
  const recipient_email = newRecipient();
  const card = await issued(world, { value: 5000, recipient_email, message, note: 'Never shown' });
  const body = queuedMails.find((queued) => queued.includes(card.id)) ?? '';
  return { world, card, recipient_email, body };
}

test('an email holds the code, the value and the message, and is sent once however often it is delivered', async () => {
  const { world, card, recipient_email, body } = await issuedByMail();
  for (const _ of [1, 2]) expect(await sendMail(batchOf([body]))).toEqual({ batchItemFailures: [] });

  const mails = await inboxOf(recipient_email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe(`Your gift card from ${world.sites[0].name}: $50.00`);
  expect(mails[0]?.body.text).toContain(card.code);
  expect(mails[0]?.body.text).toContain('$50.00');
  expect(mails[0]?.body.text).toContain(world.sites[0].url);
  expect(mails[0]?.body.html).toContain('&lt;b&gt;tea&lt;/b&gt;');
  expect(mails[0]?.body.html).toMatch(
    /<h1 [^>]*>Your gift card from .*<\/h1><p class="label"[^>]*>Balance<\/p><p dir="auto" class="amount"[^>]*>\$50\.00<\/p>/,
  );
  expect(mails[0]?.body.html).toMatch(/<a href="[^"]+" class="button"[^>]*>Shop at /);
  expect(JSON.stringify(mails)).not.toContain('Never shown');
});

async function newQueue(): Promise<string> {
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: `mails-${randomUUID()}` }));
  return queueUrlAtEngine(QueueUrl);
}

async function waitingIn(QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesDelayed);
}

test('a gift card is mailed before the emails of a large restock, which wait in a queue of their own', {
  tags: 'long',
}, async () => {
  const [mails, restockMails] = [await newQueue(), await newQueue()];
  vi.stubEnv('MAIL_QUEUE_URL', mails);
  vi.stubEnv('RESTOCK_MAIL_QUEUE_URL', restockMails);
  const shoppers = 12;
  const world = await newWorld();
  await Promise.all(Array.from({ length: shoppers }, () => join(world, newRecipient())));
  await restock(world, 'large');
  await notify(world, 'large');
  const { recipient_email } = await issuedByMail();

  await consumeBatch({ sqs, queueUrl: mails, batchSize: 1 }, sendMail);

  expect(await inboxOf(recipient_email)).toHaveLength(1);
  expect(await waitingIn(restockMails)).toBe(shoppers);
});

test('an email shows the last day on which its card can be used', async () => {
  const world = await newWorld();
  const recipient_email = newRecipient();
  const card = await issued(world, { value: 5000, recipient_email, expires_at: '2090-03-01T00:00:00Z' });
  await sendMail(batchOf(queuedMails.filter((queued) => queued.includes(card.id))));

  expect((await inboxOf(recipient_email))[0]?.body.text).toContain('You can use it until February 28, 2090 (UTC).');
});

test('an email shows the balance of its card', async () => {
  const { world, card, recipient_email, body } = await issuedByMail();
  await call(adjustGiftCard, { path: { gift_card_id: card.id }, body: { amount: -1250 }, key: world.write });
  await sendMail(batchOf([body]));

  const [mail] = await inboxOf(recipient_email);
  expect(mail?.body.text).toContain('    Remaining balance\n    $37.50\n');
  expect(mail?.body.text).not.toContain('50.00');
});

test('an email that SES fails to take stays in the queue', async () => {
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

test('an email of a write that is not committed waits, and is dropped in the end', async () => {
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

describe('the email of a gift card that was bought', () => {
  async function boughtFor(recipient: 'another person' | 'the buyer') {
    const world = await newWorld();
    const [buyer] = world.customers;
    const email = newRecipient();
    const customers = [{ ...buyer, email, first_name: 'Grace\r\nBcc: everyone', last_name: 'Hopper' }];
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers }));
    const [, , card] = world.products;
    const recipient_email = recipient === 'the buyer' ? email.toUpperCase() : newRecipient();
    await succeeded(record(world, orderOf(world, { lines: [lineOf(card, { unit_price: 5000, recipient_email })] })));
    const bodies = queuedMails.filter((queued) => queued.includes(world.store.id));
    return { world, buyer, recipient_email, bodies, site: world.sites[0].name };
  }

  test('names the buyer in its subject and headline, and explains how to report a mistake', async () => {
    const { recipient_email, bodies, site } = await boughtFor('another person');
    await sendMail(batchOf(bodies));

    const [mail] = await inboxOf(recipient_email);
    expect(mail?.subject).toBe(`Grace Bcc: everyone Hopper sent you a gift card from ${site}: $50.00`);
    expect(mail?.body.html).toContain(`>Grace Bcc: everyone Hopper sent you a gift card from ${site}</h1>`);
    expect(mail?.body.text).toContain('something is wrong with it, reply to this email.');
  });

  test('names no giver if the buyer keeps the card', async () => {
    const { recipient_email, bodies, site } = await boughtFor('the buyer');
    await sendMail(batchOf(bodies));

    expect((await inboxOf(recipient_email))[0]?.subject).toBe(`Your gift card from ${site}: $50.00`);
  });

  test('names no giver if the buyer was deleted before it was sent', async () => {
    const { world, buyer, recipient_email, bodies, site } = await boughtFor('another person');
    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: buyer.id }));
    await sendMail(batchOf(bodies));

    for (const { subject } of await inboxOf(recipient_email)) {
      expect(subject).toBe(`Your gift card from ${site}: $50.00`);
    }
  });

  test('names no giver for a card that the release before the purchases stored', async () => {
    const { world, recipient_email, bodies, site } = await boughtFor('another person');
    const { gift_card_id } = JSON.parse(bodies[0] ?? '{}');
    await leaveOut(keys.giftCard(world.store.id, gift_card_id), ['customer_id', 'order_id']);
    await sendMail(batchOf(bodies));

    expect((await inboxOf(recipient_email))[0]?.subject).toBe(`Your gift card from ${site}: $50.00`);
  });
});

describe('the language of a gift card’s email', () => {
  /** A world with a language on its first site and on its customer. */
  async function speaking(site: object, customer: object = {}) {
    const world = await newWorld();
    const records = { sites: [{ ...world.sites[0], ...site }], customers: [{ ...world.customers[0], ...customer }] };
    await succeeded(invoke(importRecords, { store_id: world.store.id, ...records }));
    return world;
  }

  async function mailOf(world: World, to: string) {
    await sendMail(batchOf(queuedMails.filter((queued) => queued.includes(world.store.id))));
    const [mail] = await inboxOf(to);
    return mail ?? { subject: '', body: { text: '', html: '' } };
  }

  test.each([
    [{}, {}, 'en'],
    [{ locale: 'de-AT' }, {}, 'de'],
    [{ locale: 'de-AT' }, { locale: 'pl' }, 'pl'],
    [{ locale: 'de-AT' }, { locale: 'tlh' }, 'de'],
    [{ locale: 'tlh' }, { locale: null }, 'en'],
    [{ locale: null }, { locale: 'ar-EG' }, 'ar'],
  ])('of a site with %j that is issued with %j is %s', async (site, body, language) => {
    const world = await speaking(site);
    const recipient_email = newRecipient();
    await issued(world, { value: 5000, recipient_email, ...body });

    expect((await mailOf(world, recipient_email)).body.html).toContain(`<html lang="${language}" `);
  });

  test.each([
    [{ locale: 'it' }, { locale: 'fr' }, 'it'],
    [{}, { locale: 'fr' }, 'fr'],
    [{ locale: 'ko' }, { locale: 'fr' }, 'fr'],
    [{ locale: 'ko' }, { locale: 'zh' }, 'sv'],
    [{}, {}, 'sv'],
  ])('that is bought by a line with %j from a customer with %j is %s', async (line, customer, language) => {
    const world = await speaking({ locale: 'sv' }, customer);
    const [, , card] = world.products;
    const recipient_email = newRecipient();
    const lines = [lineOf(card, { unit_price: 5000, recipient_email, ...line })];
    const order = await succeeded(record(world, orderOf(world, { lines })));

    expect(order.lines[0]?.locale).toBe('locale' in line ? line.locale : null);
    expect((await mailOf(world, recipient_email)).body.html).toContain(`<html lang="${language}" `);
  });

  test('stays where its code is replaced', async () => {
    const world = await newWorld();
    const card = await issued(world, { value: 5000, locale: 'nl' });
    const recipient_email = newRecipient();
    await call(replaceGiftCardCode, {
      path: { gift_card_id: card.id },
      body: { recipient_email },
      key: world.write,
    });

    expect((await mailOf(world, recipient_email)).subject).toContain(`Je cadeaukaart van ${world.sites[0].name}: `);
  });

  test('is English for what an older release has stored', async () => {
    const world = await newWorld();
    const recipient_email = newRecipient();
    const { id } = await issued(world, { value: 5000, recipient_email, locale: 'de' });
    for (const key of [keys.giftCard(world.store.id, id), keys.site(world.store.id, world.sites[0].id)]) {
      await leaveOut(key, ['locales', 'locale', 'logo_url', 'color']);
    }

    expect((await mailOf(world, recipient_email)).body.html).toContain('<html lang="en" ');
  });

  test('comes with the logo and the color of its site', async () => {
    const world = await speaking({ logo_url: 'https://cdn.example/logo.png', color: '#123C7A' });
    const recipient_email = newRecipient();
    await issued(world, { value: 5000, recipient_email });

    const { html } = (await mailOf(world, recipient_email)).body;
    expect(html).toContain(`<img src="https://cdn.example/logo.png" alt="${world.sites[0].name}"`);
    expect(html).toMatch(/class="button" style="[^"]*background:#123C7A;/);
  });
});

describe('the email of a restock', () => {
  async function waiting(joins: readonly { site?: 0 | 1; locale?: string | null }[], product: object = {}) {
    const world = await newWorld();
    const [first] = world.products;
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: [{ ...first, ...product }] }));
    const email = `${newId('customer')}@example.com`;
    for (const { site, locale } of joins) {
      const site_id = site === undefined ? undefined : world.sites[site].id;
      await succeeded(invoke(joinWaitlist, { ...variantOf(world), email, site_id, locale }));
    }
    return { world, email };
  }

  const queuedFor = ({ store }: World) => queuedMails.filter((body) => body.includes(store.id));

  async function mailTo(world: World, email: string) {
    await restock(world, 'one');
    await notify(world, 'one');
    await sendRestockMail(batchOf(queuedFor(world)));
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

  test.each([
    [[{}], 'en'],
    [[{ locale: 'ja' }], 'ja'],
    [[{ locale: 'tlh' }], 'en'],
    // The last one counts; one that names none changes nothing.
    [[{ locale: 'ja' }, { locale: 'fr-CA' }, {}, { locale: null }], 'fr'],
    [[{}, { locale: 'es' }], 'es'],
  ] as const)('of who joined with %j is in %s', async (joins, language) => {
    const { world, email } = await waiting(joins);

    expect((await mailTo(world, email)).html).toContain(`<html lang="${language}" `);
  });

  test('is in the language of its site where the shopper has named none, also of a notice from an older release', async () => {
    const { world, email } = await waiting([{ site: 1 }]);
    const sites = [{ ...world.sites[1], locale: 'pt-BR' }];
    await succeeded(invoke(importRecords, { store_id: world.store.id, sites }));
    await restock(world, 'one');
    await notify(world, 'one');
    const { shopper, entry } = JSON.parse(queuedFor(world)[0] ?? '{}');
    await leaveOut(keys.shopperEntry(world.store.id, shopper, entry), ['notice.locale']);

    await sendRestockMail(batchOf(queuedFor(world)));

    expect((await inboxOf(email))[0]?.subject).toBe('Disponível novamente: Teapot, Small');
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
    for (const _ of [1, 2]) expect(await sendRestockMail(batchOf(messages))).toEqual({ batchItemFailures: [] });

    expect(await inboxOf(email)).toHaveLength(1);
    expect((await allTextsOf(world.store.id)).filter((item) => item.includes(email))).toEqual([]);
  });

  test('goes to a shopper who has joined again before it was sent and still waits', async () => {
    const { world, email } = await waiting([{}]);
    await restock(world, 'one');
    await notify(world, 'one');
    await succeeded(invoke(joinWaitlist, { ...variantOf(world), email }));

    await sendRestockMail(batchOf(queuedFor(world)));

    expect(await inboxOf(email)).toHaveLength(1);
    expect(await count(world)).toBe(1);
  });
});

describe('the emails of a restock', () => {
  test('work of a restock that was never committed is dropped', async () => {
    const world = await newWorld();
    await join(world, 'ada@example.com');

    await notify(world, 'never');

    expect(await count(world)).toBe(1);
  });

  test('each shopper gets one email, however often their message is delivered, and none for a batch that never was', async () => {
    const world = await newWorld();
    const shoppers = [1, 2].map(() => `${newId('customer')}@example.com`);
    await Promise.all(shoppers.map((shopper) => join(world, shopper)));
    await restock(world, 'one');
    await notify(world, 'one');
    const messages = queuedMails.filter((body) => body.includes(world.store.id));
    const never = messages.map((body) => JSON.stringify({ ...JSON.parse(body), batch: 'never', queued_at: 0 }));

    for (const bodies of [messages, never, messages]) {
      expect(await sendRestockMail(batchOf(bodies))).toEqual({ batchItemFailures: [] });
    }

    expect(messages).toHaveLength(2);
    for (const shopper of shoppers) {
      expect(await inboxOf(shopper)).toMatchObject([{ subject: 'Back in stock: Teapot, Small' }]);
    }
  });
});
