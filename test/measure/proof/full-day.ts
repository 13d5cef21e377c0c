/** A full day of the demo store, for the pictures: customers buy, write reviews and wait; staff answer them. */
import { demo } from '../../../bin/local/demo.ts';
import { demoStore } from '../../../lib/resources/demo-store.ts';
import { invokeAt } from '../../support/http/local-server.ts';

const { store, site, customers, products, variants, giftOptions } = demoStore;
const currency = 'USD';

const person = (id: string, first_name: string, last_name: string) => ({
  ...{ id, first_name, last_name, email: `${first_name.toLowerCase()}@example.com`, email_verified: true },
});

const people = [
  person('cus_barbara', 'Barbara', 'Liskov'),
  person('cus_katherine', 'Katherine', 'Johnson'),
  person('cus_radia', 'Radia', 'Perlman'),
  person('cus_dorothy', 'Dorothy', 'Vaughan'),
  person('cus_edsger', 'Edsger', 'Dijkstra'),
];

const goods = (id: string, name: string, variant_id: string, variant: string) => ({
  ...{
    id,
    name,
    description: '',
    url: `https://teapots.example/${id.slice(4)}`,
    status: 'active',
    delivery: 'physical',
  },
  variants: [{ id: variant_id, name: variant }],
  ...{ created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z' },
});

const stock = [
  goods('pro_kettle', 'Cast iron kettle', 'prv_kettle', 'Black'),
  goods('pro_whisk', 'Bamboo whisk', 'prv_whisk', '100 prongs'),
  goods('pro_assam', 'Assam, first flush', 'prv_assam', '100 g'),
];

interface Written {
  by: string;
  of: readonly [product: string, variant: string];
  rating: number;
  title: string;
  body: string;
  reply?: string;
}

const kettle = ['pro_kettle', 'prv_kettle'] as const;
const whisk = ['pro_whisk', 'prv_whisk'] as const;
const assam = ['pro_assam', 'prv_assam'] as const;
const teapot = [products.teapot, variants.teapotLarge] as const;

/** From the first to the last. */
const reviews: readonly Written[] = [
  {
    ...{ by: 'cus_edsger', of: kettle, rating: 5, title: 'For life' },
    body: 'Heavy, even, and it keeps the water hot for an hour.',
  },
  {
    ...{ by: 'cus_dorothy', of: assam, rating: 3, title: 'Fine, not fresh' },
    body: 'The tin says March, the taste says last year.',
    reply: 'Thank you for telling us. A tin of the new harvest is on its way.',
  },
  {
    ...{ by: 'cus_radia', of: whisk, rating: 4, title: 'Good foam' },
    body: 'Soak it before the first use. Mine lost two prongs because I did not.',
  },
  {
    ...{ by: 'cus_katherine', of: teapot, rating: 5, title: 'Six cups, as promised' },
    body: 'The lid sits tight, and the handle stays cool.',
    reply: 'That makes our potter happy. Enjoy it!',
  },
  {
    ...{ by: 'cus_barbara', of: kettle, rating: 2, title: 'Rust after a week' },
    body: 'I dried it as the leaflet says. What am I doing wrong?',
  },
];

/** How many wait for each of these variants. */
const waiting: readonly (readonly [product: string, variant: string, count: number])[] = [
  [...kettle, 23],
  [products.teapot, variants.teapotLarge, 14],
  [products.teapot, variants.teapotSmall, 5],
  [...whisk, 9],
  [...assam, 4],
];

/** The pictures show this order, and the customer who placed it. */
export const shown = { order: 'ord_1042', customer: customers.grace, waitedProduct: products.teapot };

const hour = 3600;

export async function playFullDay(url: string, advance: (seconds: number) => Promise<void>): Promise<void> {
  const run = (name: string, payload: object) => invokeAt(url, name, { store_id: store, ...payload });
  const record = (id: string, customer_id: string, order: object) =>
    run('record-order', { order: { id, site_id: site, customer_id, currency, status: 'paid', ...order } });

  await run('import-records', { customers: people, products: stock });
  for (const [product_id, variant_id, count] of waiting) {
    for (let n = 0; n < count; n += 1) {
      await run('join-waitlist', { product_id, variant_id, email: `shopper${n}@example.com` });
    }
    await advance(5 * hour);
  }
  await record('ord_1041', 'cus_radia', { lines: [await giftForLater(url)] });
  await orderOfGrace(run, record);
  for (const [index, written] of reviews.entries()) {
    const [product_id, variant_id] = written.of;
    await record(`ord_10${30 + index}`, written.by, {
      lines: [{ product_id, variant_id, quantity: 1, unit_price: 3400 }],
    });
    const { rating, title, body } = written;
    const { id } = await invokeAt<{ id: string }>(url, 'post-review', {
      ...{ store_id: store, site_id: site, customer_id: written.by, product_id, rating, title, body },
    });
    await advance(hour);
    if (written.reply !== undefined) await reply(url, id, written.reply);
  }
}

/** A gift card that is emailed in 3 days, by the clock of the server. */
async function giftForLater(url: string) {
  const { now } = (await (await fetch(`${url}/clock/`)).json()) as { now: string };
  return {
    ...{ product_id: products.giftCard, variant_id: variants.giftCard, quantity: 1, unit_price: 7500 },
    ...{ recipient_email: 'barbara@example.com', message: 'Happy birthday, Barbara!' },
    send_at: new Date(Date.parse(now) + 72 * hour * 1000).toISOString(),
  };
}

type Run = (name: string, payload: object) => Promise<object>;
type Recording = (id: string, customer_id: string, order: object) => Promise<object>;

/** Paid with a gift card and a payment card; one of its cups was refunded. */
async function orderOfGrace(run: Run, record: Recording): Promise<void> {
  await run('hold-gift-card', {
    ...{ checkout_id: 'checkout_1042', code: demoStore.giftCardCode, amount: 1500, currency },
    expires_at: '2030-01-31T09:00:00Z',
  });
  await record(shown.order, shown.customer, {
    checkout_id: 'checkout_1042',
    ...{ gift_option_id: giftOptions.wrapping, gift_note: 'For your new kitchen', shipping: 690 },
    lines: [
      { product_id: products.teapot, variant_id: variants.teapotLarge, quantity: 1, unit_price: 5200, tax: 430 },
      { product_id: products.cup, variant_id: variants.cup, quantity: 4, unit_price: 1200, tax: 400 },
    ],
  });
  await run('refund-order', {
    ...{ order_id: shown.order, refund_id: 'refund_1042', lines: [{ line: 1, quantity: 1 }] },
  });
}

async function reply(url: string, review: string, body: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/reviews/${review}/reply/`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${demo.writeKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  if (!response.ok) throw new Error(`PUT reply: ${await response.text()}`);
}
