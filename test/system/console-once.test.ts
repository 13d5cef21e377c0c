/** Each action in the staff console takes effect once, even if answers are lost and pages are reloaded. */
import { expect, test } from 'vitest';
import { has, parts, press, shows, text } from '../support/browser/console-page.ts';
import { holdKeeping, keys, staffConsole, stealAnswers } from '../support/browser/staff-console.ts';

const local = staffConsole('--seed', '110');

const cardsOf = async (key: string, note: string) =>
  (await local.ask('gift-cards/?limit=100', { key })).body.data.filter((card: { note: string }) => card.note === note);

async function issueCard(page: Awaited<ReturnType<typeof local.open>>, note: string): Promise<void> {
  await press(page, 'Issue a gift card');
  await page.type('dialog [name=value]', '12.50');
  await page.type('dialog [name=note]', note);
  await press(page, 'Issue');
}

test('100 reviews are hidden in one go while 1 in 5 answers is lost: each once', async () => {
  const page = await local.open('reviews/', { key: keys.seeded, ready: parts.review });
  await press(page, 'Show more');
  await has(page, 100, parts.review);
  const network = await stealAnswers(page, (number) => (number % 5 === 0 ? 'answer lost' : 'answered'));

  await page.click(parts.selectAll);
  await page.click(`${parts.toolbar} button`);
  await page.type('dialog [name=note]', 'All of them');
  await page.click(parts.reason);
  await press(page, 'Hide');
  await shows(page, '100 reviews hidden.');

  const hidden = (await local.ask('reviews/?status=hidden&limit=100', { key: keys.seeded })).body.data;
  expect(hidden).toHaveLength(100);
  expect(hidden.every((review: { hidden_note: string }) => review.hidden_note === 'All of them')).toBe(true);
  expect(network.sent.length).toBeGreaterThan(120);
  expect(new Set(network.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(100);
  await expect.poll(async () => (await local.eventsOf('review.hidden')).length).toBeGreaterThanOrEqual(100);
  const ids = (await local.eventsOf('review.hidden')).filter((id) =>
    hidden.some((each: { id: string }) => each.id === id),
  );
  expect(ids).toHaveLength(new Set(ids).size);
});

test('a page reloaded while answers are out continues without help: each is shown again, once', async () => {
  const page = await local.open('reviews/?status=hidden', { key: keys.seeded, ready: parts.review });
  const network = await stealAnswers(page, (number) => (number > 10 ? 'held' : 'answered'));
  await page.click(parts.selectAll);
  await page.click(`${parts.toolbar} button`);
  await shows(page, 'Showing 10 of 50');
  network.fate = () => 'answered';

  await page.reload();
  await page.waitForFunction(() => Object.keys(sessionStorage).every((name) => !name.startsWith('console.call.')));

  expect((await local.ask('reviews/?status=hidden&limit=100', { key: keys.seeded })).body.data).toHaveLength(50);
  expect(new Set(network.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(50);
});

test('a card with its answer lost at every reload is issued once, and its code is shown at last', async () => {
  const page = await local.open('gift-cards/');
  const network = await stealAnswers(page, () => 'held');
  await issueCard(page, 'lost and found');
  await expect.poll(() => network.sent.length).toBe(1);
  await page.reload();
  await expect.poll(() => network.sent.length).toBe(2);
  network.fate = () => 'answered';
  await page.reload();
  await page.waitForSelector(parts.code);

  expect(await cardsOf(keys.write, 'lost and found')).toHaveLength(1);
  expect(new Set(network.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(await text(page, parts.code)).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/);
});

test('a call is not sent before it is stored, so a reload cannot lose it', async () => {
  const page = await local.open('gift-cards/');
  const network = await stealAnswers(page, () => 'answered');
  const keeps = await holdKeeping(page);
  await issueCard(page, 'never kept');
  await keeps();
  await page.reload();
  await page.waitForSelector(parts.row);

  expect(network.sent).toEqual([]);
  expect(await cardsOf(keys.write, 'never kept')).toEqual([]);
});

test('under another API key an open call is not made again: the page says that its outcome is unknown and where to look', async () => {
  const page = await local.open('gift-cards/');
  const network = await stealAnswers(page, () => 'held');
  await issueCard(page, 'other key');
  await expect.poll(() => network.sent.length).toBe(1);
  const { api_key } = await local.invoke('create-api-key', { name: 'Grace', permission: 'Write' });
  await page.evaluate((kept) => sessionStorage.setItem('console.key', kept), api_key);
  await page.reload();
  await shows(page, 'we could not confirm this change');

  expect(network.sent).toHaveLength(1);
  expect(await page.$eval(`${parts.stranded} a`, (link) => link.getAttribute('href'))).toBe('/console/gift-cards/');
  await press(page, 'Dismiss');
  expect(await page.$(parts.stranded)).toBeNull();
});

const newAddress = {
  first_name: 'Ada',
  last_name: 'Once',
  street1: '1 Loom Lane',
  city: 'Boston',
  state: 'MA',
  country_id: 1,
};

test('a deletion that is pressed again finds the address gone, and says that it is deleted', async () => {
  await local.ask('customers/cus_alan/addresses/', { method: 'POST', body: newAddress });
  const page = await local.open('customers/cus_alan/', { ready: parts.address });
  const network = await stealAnswers(page, () => 'answer lost');
  await press(page, 'Delete…');
  await page.click(parts.submit);
  await shows(page, 'Connection lost. Try again');
  network.fate = () => 'answered';
  await page.click(parts.submit);
  await shows(page, 'Address deleted.');
});

test('a change that is made offline takes effect, once, when the connection is back', async () => {
  const page = await local.open('gift-cards/', { ready: parts.row });
  await page.setOfflineMode(true);
  await issueCard(page, 'offline');
  await shows(page, 'Connection lost. Try again');
  expect(await cardsOf(keys.write, 'offline')).toEqual([]);
  await page.setOfflineMode(false);
  await page.waitForSelector(parts.code);

  expect(await cardsOf(keys.write, 'offline')).toHaveLength(1);
  expect(await page.$(parts.stranded)).toBeNull();
});
