/** A page of the demo store's shop under `/demo-shop/`, made as a shop makes its own: by its backend, with the elements pasted in. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Mount, pathOf, sendJson, targetOf } from '../../../lib/gateway/mounts.ts';
import { reply } from '../../../lib/gateway/reply.ts';
import { demoStore } from '../../../lib/resources/demo-store.ts';
import { escaped, scriptJson } from '../../../lib/runtime/html.ts';
import { scopes } from '../../../lib/schema/shop-call.ts';
import { pagePolicy } from '../../reference/head.ts';

const { store, site, products, customers, giftCardCode } = demoStore;

const policy = pagePolicy("script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'");

const folder = join(import.meta.dirname, '../demo-shop');

/** Files of the shop, by their names below `/demo-shop/`. */
const files: Readonly<Record<string, { contentType: string; file: string }>> = {
  'shop.css': { contentType: 'text/css', file: join(folder, 'shop.css') },
  'shop.js': { contentType: 'text/javascript', file: join(folder, 'shop.js') },
  'teapot.svg': { contentType: 'image/svg+xml', file: join(folder, '../demo-photo.svg') },
};

/** What the shop itself knows of its product. Its `@id` is the one in `rating.jsonld`, so both are one product. */
const product = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  '@id': 'https://teapots.example/teapot',
  name: 'Stoneware teapot',
  description: 'Glazed stoneware for six cups.',
  offers: {
    '@type': 'Offer',
    price: '48.00',
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
  },
};

/** The shop. It may ask the service with the key of the demo store's backend, which its page never gets. */
export function demoShop(storefrontKey: string): Mount {
  return {
    handles: (method, path) =>
      path === '/demo-shop/token' ? method === 'POST' : method === 'GET' && path.startsWith('/demo-shop/'),

    async handle(request, response) {
      request.resume();
      const name = pathOf(request).slice('/demo-shop/'.length);
      if (name === 'token') return giveToken(request, response, storefrontKey);
      const asset = Object.hasOwn(files, name) ? files[name] : undefined;
      if (asset) return send(response, asset.contentType, readFileSync(asset.file));
      if (name !== '') return sendJson(response, 404, { error: 'Resource not found', code: 'NOT_FOUND' });
      send(response, 'text/html', Buffer.from(await page(`http://${request.headers.host}`, serviceOf(request))));
    },
  };
}

const serviceOf = ({ socket }: IncomingMessage): string => `http://localhost:${socket.localPort}`;

function send(response: ServerResponse, contentType: string, body: Buffer): void {
  const headers = { 'Content-Type': `${contentType}; charset=utf-8`, 'Content-Security-Policy': policy };
  reply(response, 200, { ...headers, 'Content-Length': body.length, 'Cache-Control': 'no-cache' }, body);
}

/** The first element with this opening tag, and no other of its name inside; empty without one. */
function elementIn(html: string, opening: string, closing: string): string {
  const begin = html.indexOf(opening);
  return begin < 0 ? '' : html.slice(begin, html.indexOf(closing, begin) + closing.length);
}

/** The page as HTML. `origin` is the service as the browser sees it. */
async function page(origin: string, service: string): Promise<string> {
  const published = `${service}/public/${site}/products/${products.teapot}`;
  const [reviews, rating] = await Promise.all(['reviews.html', 'rating.jsonld'].map((name) => textOf(published, name)));
  const summary = elementIn(reviews ?? '', '<p class="store-reviews-summary">', '</p>');
  const values: Record<string, string> = {
    ...{ origin: escaped(origin), code: giftCardCode, product: scriptJson(product) },
    ...{ reviews: reviews ?? '', rating: rating || '{}', summary },
  };
  const template = readFileSync(join(folder, 'page.html'), 'utf8');
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** A public file of the product; empty until the service has written it. */
async function textOf(published: string, name: string): Promise<string> {
  const response = await fetch(`${published}/${name}`);
  return response.ok ? response.text() : '';
}

/** As a shop's backend does for the customer of its session, which is always Ada's here. */
async function giveToken(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
  const scope = new URLSearchParams(targetOf(request).split('?', 2)[1]).get('scope');
  if (!scopes.some((each) => each === scope)) {
    return sendJson(response, 400, { error: 'scope must be one of a shopper token', code: 'INVALID_FIELD' });
  }
  const created = await fetch(`${serviceOf(request)}/storefront/v1/create-shopper-token/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ store_id: store, customer_id: customers.ada, scopes: [scope] }),
  });
  const { token } = (await created.json()) as { token?: string };
  if (token === undefined) return sendJson(response, 502, { error: 'No token was created', code: 'INTERNAL_ERROR' });
  const body = Buffer.from(token);
  reply(response, 200, { 'Content-Type': 'text/plain', 'Content-Length': body.length }, body);
}
