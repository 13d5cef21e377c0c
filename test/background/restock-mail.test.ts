/** The mail of a restock: for whom it speaks, where it leads, and what is left of whom it went to. */
import { expect, test } from 'vitest';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { joinWaitlist } from '../../lib/resources/waitlist/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { useOwnTables } from '../support/aws/own-tables.ts';
import { batchOf, inboxOf, queuedMails } from '../support/aws/queued-messages.ts';
import { allTextsOf } from '../support/aws/table-contents.ts';
import { handlerOf } from '../support/handlers.ts';
import { invoke } from '../support/invoke.ts';
import { count, notify, restock, variantOf } from '../support/world/restocks.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

useOwnTables('suite');

const sendMail = await handlerOf({ name: 'send-mail' });

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
  expect(text).toContain('This is the only mail you get about it.');
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
