/** A shop's page in a real browser uploads straight to the bucket; to the API no page of another origin gets. */
import { createServer } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { newTab, startBrowser } from '../support/browser/browser.ts';
import { useLocalServer } from '../support/http/local-server.ts';
import { listen, ofTheProject, startUploadServer } from '../support/http/servers.ts';

const server = useLocalServer();

/** Undefined if this machine has none. */
const browser = await startBrowser();

/** An empty page of an origin of its own, which ends with the test. */
async function openPage(): Promise<{ page: Page; origin: string }> {
  if (!browser) throw new Error('There is no browser');
  const site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
  const origin = await listen(site);
  const page = await newTab(browser);
  onTestFinished(async () => {
    await page.close();
    site.close();
    site.closeAllConnections();
  });
  await page.goto(origin);
  return { page, origin };
}

afterAll(() => browser?.close());

/** What the shop's own server asks of the API. */
async function ask(path: string, body: object) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.key()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body
  return { status: response.status, body: (await response.json()) as any };
}

const files = '/products/pro_book/variants/prv_book/digital-files/uploads/';

describe.skipIf(!browser)('a page of another origin', () => {
  test('sends the parts of a file and reads the ETags by which its server finishes it', async () => {
    const { page } = await openPage();
    const { body: upload } = await ask(files, { file_name: 'a.txt', file_size: 5 });

    const parts = await page.evaluate(async (links: { part_number: number; url: string }[]) => {
      const sent = links.map(async ({ part_number, url }) => {
        const { headers } = await fetch(url, { method: 'PUT', body: new Blob(['hello'], { type: 'text/plain' }) });
        return { part_number, etag: headers.get('etag') };
      });
      return Promise.all(sent);
    }, upload.parts);

    expect(parts).toEqual([{ part_number: 1, etag: expect.stringMatching(/^"\w+"$/) }]);
    expect(await ask(`${files}${upload.id}/complete/`, { parts })).toMatchObject({
      status: 201,
      body: { file_name: 'a.txt', file_size: 5 },
    });
  });

  test('sends a photo with the headers that go with its link', async () => {
    const { page } = await openPage();
    const images = '/sites/sit_demo/gift-options/gft_box/image/uploads/';
    const { body: upload } = await ask(images, { content_type: 'image/png', file_size: 16 });

    const status = await page.evaluate(async ({ url, headers }) => {
      const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0]);
      return (await fetch(url, { method: 'PUT', headers, body: png })).status;
    }, upload);

    expect(status).toBe(200);
    expect((await ask(`${images}${upload.id}/complete/`, {})).body.image.url).toMatch(/\.png$/);
  });

  test('gets no answer of the API, with any key', async () => {
    const { page } = await openPage();

    const outcome = await page.evaluate(
      (url, authorization) =>
        fetch(url, { headers: { Authorization: authorization } }).then(
          ({ status }) => status,
          (error: Error) => error.name,
        ),
      `${server.url}/api/v1/gift-cards/`,
      `Bearer ${server.key()}`,
    );

    expect(outcome).toBe('TypeError');
  });

  test('uploads through the container where the deployment names its origin, and another page does not', async () => {
    const [{ page, origin }, { page: stranger }] = [await openPage(), await openPage()];
    const url = await uploadServerFor(origin);
    const upload = (target: string, authorization: string) => {
      const form = new FormData();
      form.set('file', new Blob(['hello']), 'a.txt');
      return fetch(target, { method: 'POST', headers: { Authorization: authorization }, body: form }).then(
        async (response) => [response.status, response.headers.has('x-request-id')],
        (error: Error) => [error.name],
      );
    };
    const target = `${url}/api/v1/products/pro_none/variants/prv_none/digital-files/`;

    expect(await page.evaluate(upload, target, 'Bearer sk_none')).toEqual([401, true]);
    expect(await stranger.evaluate(upload, target, 'Bearer sk_none')).toEqual(['TypeError']);
  });
});

test('a link without a signature is not served: the bucket is private', async () => {
  const bucket = `${server.url}/store-commerce-api/`;
  const statuses = await Promise.all(
    [bucket, `${bucket}?list-type=2`, `${bucket}files/sto_demo/pdf_none`].map(async (url) => (await fetch(url)).status),
  );

  expect(statuses).toEqual([403, 403, 403]);
});

/** The container's program, which lets pages of one origin in; it ends with the test. */
async function uploadServerFor(origin: string): Promise<string> {
  const started = await startUploadServer(ofTheProject({ UPLOAD_ORIGINS: `https://shop.example.com,${origin}` }));
  onTestFinished(async () => void (await started.stop()));
  return started.url;
}
