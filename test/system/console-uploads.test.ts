/** Files and photos of the staff console: paused, lost, reloaded, and uploaded once; gift options in their order; the waitlist. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { photoBase64 } from '../../lib/resources/demo-store.ts';
import { holds } from '../support/browser/browser.ts';
import { button, enterAt, has, parts, press, shows, tabTo, text } from '../support/browser/console-page.ts';
import { holdKeeping, staffConsole, stealAnswers } from '../support/browser/staff-console.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newProduct, newVariant } from '../support/world/world.ts';

const local = staffConsole();

/** Imports a product with one variant. Returns the path of the page of its file; it has none yet. */
async function pageOfNewVariant(): Promise<string> {
  const variant = newVariant('Album');
  const product = newProduct({ delivery: 'digital', variants: [variant] });
  await local.invoke('import-records', { products: [product] });
  return `digital-files/${product.id}/${variant.id}/`;
}

/** A file of so many bytes, which takes no room on the disk. */
async function fileOf(bytes: number, name: string): Promise<string> {
  const path = join(temporaryFolder(), name);
  const file = await open(path, 'w');
  await file.truncate(bytes);
  await file.close();
  return path;
}

async function choose(page: Page, path: string): Promise<void> {
  const input = await page.waitForSelector(parts.file);
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

const megabyte = 1_000_000;

test('a file is uploaded by keyboard, replaced by another, and deleted after a question', async () => {
  const page = await local.open('digital-files/');
  await tabTo(page, parts.picker('Product'));
  await page.keyboard.type('the art');
  await page.waitForSelector(parts.choice);
  await page.keyboard.press('Enter');
  await enterAt(page, 'a[href="/console/digital-files/pro_book/prv_book/"]');
  await shows(page, 'the-art-of-tea.pdf');
  const first = await fileOf(1000, 'first.pdf');
  await choose(page, first);
  await shows(page, 'Replace the-art-of-tea.pdf with first.pdf?');
  await shows(page, 'Customers who bought the variant download the new file from then on.');
  await enterAt(page, button('Cancel'));
  await choose(page, first);
  await enterAt(page, parts.submit);
  await shows(page, 'first.pdf replaces the-art-of-tea.pdf.');
  const hostile = '"><img src=x onerror="window.stolen=1">.pdf';
  await choose(page, await fileOf(2000, hostile));
  await shows(page, `Replace first.pdf with ${hostile}?`);
  expect(await page.$('main img')).toBeNull();
  await enterAt(page, parts.submit);
  await shows(page, `${hostile} replaces first.pdf.`);
  expect(await page.$('main img')).toBeNull();
  await enterAt(page, `${parts.uploaded} ${button('Copy id')}`);
  const id = String(await text(page, `${parts.uploaded} code`));
  await enterAt(page, button('Delete…'));
  await enterAt(page, parts.submit);
  await shows(page, 'File deleted.');

  await expect
    .poll(async () => (await local.eventsOf('digital_file.deleted')).filter((each) => each === id))
    .toHaveLength(1);
});

test('an upload is paused, resumed, and after a reload continues when the same file is chosen again', async () => {
  const page = await local.open(await pageOfNewVariant());
  const path = await fileOf(14 * megabyte, 'album.zip');
  const parts: string[] = [];
  let isSlow = true;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isPart = request.method() === 'PUT' && !request.url().includes('/api/');
    if (isPart) parts.push(String(new URL(request.url()).searchParams.get('partNumber')));
    // All but the first part stay on their way while the line is slow.
    if (!(isPart && isSlow && parts.length > 1)) void request.continue();
  });
  await choose(page, path);
  await expect.poll(() => parts.length).toBeGreaterThan(1);
  await holds(page, "document.querySelector('progress')?.value > 0");
  await press(page, 'Pause');
  await shows(page, 'Paused: album.zip');
  const [first = ''] = parts;
  await page.reload();
  await shows(page, 'was interrupted. Choose the same file again');
  isSlow = false;
  parts.length = 0;
  await choose(page, path);
  await shows(page, 'album.zip uploaded.');

  expect(parts.length).toBeGreaterThan(0);
  expect(parts).not.toContain(first);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.includes('upload')))).toEqual([]);
});

test('an upload is not sent before it is stored, so a reload cannot lose it', async () => {
  const page = await local.open(await pageOfNewVariant());
  const network = await stealAnswers(page, () => 'answered');
  const keeps = await holdKeeping(page);
  await choose(page, await fileOf(1000, 'never-kept.pdf'));
  await keeps();
  await page.reload();
  await page.waitForSelector(parts.file);

  expect(network.sent).toEqual([]);
});

test('a variant that the product does not have takes no file', async () => {
  const page = await local.open('digital-files/pro_book/prv_nobody/');
  await shows(page, 'Variant not found');

  expect(await page.$(parts.file)).toBeNull();
});

/** Buttons that choose a file look like the other buttons. */
const lookOfFileButton = `(({ borderRadius, borderTopStyle }) => ({ radius: borderRadius, border: borderTopStyle }))(
  getComputedStyle(document.querySelector('dialog [type=file]'), '::file-selector-button'))`;

test('by keyboard: a gift option is added with a photo; after a refused photo another one is chosen', async () => {
  const page = await local.open('gift-options/sit_outlet/');
  const [broken, photo] = ['broken.png', 'box.png'].map((name) => join(temporaryFolder(), name)) as [string, string];
  await writeFile(broken, 'no photo');
  await writeFile(photo, Buffer.from(photoBase64, 'base64'));
  await enterAt(page, button('Add an option'));
  await tabTo(page, 'dialog [name=name]');
  await page.keyboard.type('Boxed');
  expect(await page.evaluate(lookOfFileButton)).toEqual({ radius: '6px', border: 'solid' });
  await choose(page, broken);
  await enterAt(page, parts.submit);
  await page.waitForSelector(`dialog ${parts.error}`);
  await shows(page, 'Edit the option');
  await tabTo(page, 'dialog [name=description]');
  await page.keyboard.type('Unsaved words');
  await choose(page, photo);
  await shows(page, 'Photo saved.');
  await page.waitForSelector('dialog img[alt=Boxed]');
  expect(await page.$eval('dialog [name=description]', (field) => Object(field).value)).toBe('Unsaved words');

  const { data } = (await local.ask('sites/sit_outlet/gift-options/')).body;
  expect(data.map(({ name, image }: { name: string; image: object | null }) => [name, image !== null])).toEqual([
    ['Boxed', true],
  ]);
});

test('by keyboard: those who wait longest for a variant are emailed after a question', async () => {
  for (const email of ['one@example.com', 'two@example.com']) {
    await local.invoke('join-waitlist', { product_id: 'pro_teapot', variant_id: 'prv_teapotlarge', email });
  }
  const waiting = async () =>
    (await local.ask('products/pro_teapot/')).body.variants.find(
      (each: { id: string }) => each.id === 'prv_teapotlarge',
    ).waiting_count;
  const before = await waiting();
  const page = await local.open('waitlist/', { ready: parts.waitedFor });
  await enterAt(page, 'a[href="/console/waitlist/pro_teapot/"]');
  await enterAt(page, button('Email shoppers… Large'));
  await shows(page, 'An email cannot be taken back.');
  await shows(page, 'only that many are emailed, those who wait longest first');
  await page.keyboard.type('none');
  await page.keyboard.press('Enter');
  await shows(page, 'Enter a whole number such as 20.');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await shows(page, '1 shopper is being emailed.');
  await shows(page, '1 is being emailed. The count follows within a minute.');

  await expect.poll(waiting).toBe(before - 1);
});

test('when everyone who waits for a variant is being emailed, they cannot be emailed again', async () => {
  const variants = [{ id: 'prv_scarce', name: 'Blue' }];
  await local.invoke('import-records', { products: [newProduct({ id: 'pro_scarce', name: 'Scarce', variants })] });
  const waiting = { product_id: 'pro_scarce', variant_id: 'prv_scarce' };
  await local.invoke('join-waitlist', { ...waiting, email: 'last@example.com' });
  const page = await local.open('waitlist/pro_scarce/', { ready: button('Email shoppers… Blue') });
  await press(page, 'Email shoppers… Blue');
  await page.waitForSelector(parts.submit);
  await page.click(parts.submit);
  await shows(page, 'being emailed. The count follows within a minute.');

  expect(await page.$(button('Email shoppers… Blue'))).toBeNull();
});

const namesOf = async () =>
  (await local.ask('sites/sit_demo/gift-options/')).body.data.map(({ name }: { name: string }) => name);

test('by keyboard: a gift option is added, moved up, edited with a photo, and deleted', async () => {
  const page = await local.open('gift-options/sit_demo/');
  await enterAt(page, button('Add an option'));
  await tabTo(page, 'dialog [name=name]');
  await page.keyboard.type('Ribbon');
  await enterAt(page, parts.submit);
  await page.waitForSelector(button('Move Ribbon up'));
  const before = await namesOf();
  expect(before.at(-1)).toBe('Ribbon');
  await enterAt(page, button('Move Ribbon up'));
  await shows(page, 'Sorting saved.');
  expect(await namesOf()).toEqual([...before.slice(0, -2), 'Ribbon', before.at(-2)]);

  const photo = join(temporaryFolder(), 'ribbon.png');
  await writeFile(photo, Buffer.from(photoBase64, 'base64'));
  await press(page, 'Edit Ribbon');
  await choose(page, photo);
  await shows(page, 'Photo saved.');
  await page.waitForSelector('dialog img[alt=Ribbon]');
  // The list is read again when the dialog closes: until then its buttons are the old ones.
  const again = page.waitForRequest((each) => each.method() === 'GET' && each.url().includes('/gift-options/'));
  await page.keyboard.press('Escape');
  await again;
  await press(page, 'Delete Ribbon');
  await page.click(parts.submit);
  await shows(page, 'Option deleted.');
  expect(await namesOf()).not.toContain('Ribbon');
});

test('the waitlist ranks products by who waits, with bars, and finds them by name', async () => {
  const page = await local.open('waitlist/', { ready: parts.waitedFor });
  const widths = await page.$$eval(`${parts.waitedFor} [role=img]`, (bars) =>
    bars.map((bar) => bar.getBoundingClientRect().width),
  );
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  expect(widths[0]).toBeGreaterThan(0);
  await page.type('[aria-label="Search by name"]', 'nothing is called so');
  await page.keyboard.press('Enter');
  await shows(page, 'No products match your filter');
  expect(page.url()).toContain('?search=nothing');
});

test('by dragging: a gift option takes another place', async () => {
  const page = await local.open('gift-options/sit_demo/', { ready: parts.option });
  const before = await namesOf();
  const [first, , third] = await page.$$(parts.option);
  if (!first || !third) throw new Error('The demo store has three options');
  await page.setDragInterception(true);
  await first.dragAndDrop(third);
  await shows(page, 'Sorting saved.');

  expect(await namesOf()).toEqual([before[1], before[2], before[0]]);
});

test('by touch, on a phone: an option moves, a file is uploaded and replaced, an address is edited, the waitlist is searched', async () => {
  const page = await local.open('gift-options/sit_demo/');
  await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.waitForSelector(parts.option);
  const before = await namesOf();
  await page.tap(`${parts.option}:first-child [aria-label$=" down"]`);
  await shows(page, 'Sorting saved.');
  expect(await namesOf()).toEqual([before[1], before[0], before[2]]);

  await page.goto(`${local.url()}/console/${await pageOfNewVariant()}`);
  await choose(page, await fileOf(500, 'first.pdf'));
  await shows(page, 'first.pdf uploaded.');
  await choose(page, await fileOf(500, 'phone.pdf'));
  await page.tap(parts.submit);
  await shows(page, 'phone.pdf replaces first.pdf.');

  await page.goto(`${local.url()}/console/customers/cus_ada/`);
  await page.waitForSelector(parts.address);
  await page.tap(`${parts.address}:first-child button`);
  await page.waitForSelector('[name=street2]');
  await page.type('[name=street2]', '!');
  await page.tap(parts.submit);
  await shows(page, 'Address saved.');

  await page.goto(`${local.url()}/console/waitlist/`);
  await page.waitForSelector(parts.waitedFor);
  await page.type('[aria-label="Search by name"]', 'cup');
  await page.keyboard.press('Enter');
  await has(page, 1, parts.waitedFor);
});
