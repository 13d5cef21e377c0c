/**
 * `npm run measure -- move-in`: a shop moves in with files of cards, reviews and addresses by a command that is killed again and again, while
 * checkouts spend the cards that are there already. Then the same files again, and a later file of the cards.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorOn } from '../../../bin/operator/invoke.ts';
import type { FileReport } from '../../../bin/operator/move-in/report.ts';
import { FunctionError } from '../../../lib/client/functions.ts';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { measure } from '../measure.ts';
import { newShop, type Shop, stack, storefrontOn } from './shop.ts';

const program = join(import.meta.dirname, '../../../bin/operator.ts');

interface Size {
  cards: number;
  reviews: number;
  addresses: number;
  kills: number;
}

/** Each reviews all products. */
const products = 100;

const codeOf = (card: number): string => `OLD-${String(card).padStart(8, '0')}`;

/** What is left on a card, in cents. */
const balanceOf = (card: number): number => 500 + ((card * 7919) % 9500);

/** One row in so many cannot be imported. */
const badEvery = 400;

const isBad = (row: number): boolean => row % badEvery === badEvery - 1;

const goodOf = (rows: number): number => rows - Math.floor(rows / badEvery);

const customerOf = (number: number): string => `cus_mover${number}`;
const productOf = (number: number): string => `pro_mover${number}`;

interface Work extends Size {
  url: string;
  shop: Shop;
  folder: string;
}

async function writeRows(file: string, head: string, rows: number, rowOf: (row: number) => string): Promise<string> {
  const stream = createWriteStream(file);
  stream.write(`${head}\n`);
  for (let row = 0; row < rows; row += 1) {
    if (!stream.write(`${rowOf(row)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
  return file;
}

const cardsFile = (folder: string, name: string, cards: number, left: (card: number) => number): Promise<string> =>
  writeRows(join(folder, name), 'code,balance,initial_value', cards, (card) =>
    isBad(card) ? `short,${left(card)},10000` : `${codeOf(card)},${left(card)},10000`,
  );

const writeFiles = async ({ folder, cards, reviews, addresses }: Work): Promise<string[]> => [
  await cardsFile(folder, 'cards.csv', cards, balanceOf),
  await writeRows(join(folder, 'reviews.csv'), 'product_id,customer_id,rating,title,body,created_at', reviews, (row) =>
    [
      productOf(row % products),
      customerOf(Math.floor(row / products)),
      isBad(row) ? 6 : 1 + (row % 5),
      `Review ${row},"It holds tea, and pours",2025-03-02T10:12:00Z`,
    ].join(','),
  ),
  await writeRows(
    join(folder, 'addresses.csv'),
    'customer_id,first_name,last_name,street1,city,state,country_id,zip',
    addresses,
    (row) =>
      `${customerOf(row % customersOf({ reviews }))},Ada,${isBad(row) ? '' : 'Lovelace'},${row} Loom Lane,Boston,MA,1,02108`,
  ),
];

const customersOf = ({ reviews }: Pick<Size, 'reviews'>): number => Math.ceil(reviews / products);

/** Those that the files name. */
async function importCatalog({ url, shop, reviews }: Work): Promise<void> {
  const operator = operatorOn({ stack, endpoint: url })(shop.store);
  const time = '2025-01-01T00:00:00Z';
  for (let first = 0; first < customersOf({ reviews }); first += 100) {
    const some = numbersUpTo(Math.min(100, customersOf({ reviews }) - first)).map((index) => first + index);
    await operator.importRecords({
      customers: some.map((number) => ({
        ...{ id: customerOf(number), email: `mover${number}@example.com`, email_verified: true },
        ...{ first_name: 'Ada', last_name: `L${number}` },
      })),
    });
  }
  await operator.importRecords({
    products: Array.from({ length: products }, (_, number) => ({
      ...{ id: productOf(number), name: `Cup ${number}`, status: 'active' as const, delivery: 'physical' as const },
      ...{ created_at: time, updated_at: time, variants: [{ id: `prv_mover${number}`, name: 'One' }] },
    })),
  });
}

interface Run {
  files: FileReport[];
  /** The most memory that a process had, in MB, while it went through the first half of its rows, and the second. */
  memory: [number, number];
  seconds: number;
}

/** Runs the command to its end, or kills it where it has shown so many rows of all files; undefined then. */
async function run(
  { url, shop }: Work,
  args: readonly string[],
  { killAt = Number.POSITIVE_INFINITY, rows }: { killAt?: number; rows: number },
): Promise<Run | undefined> {
  const startedAt = performance.now();
  const memory: [number, number] = [0, 0];
  const child = spawn(
    process.execPath,
    [program, 'import', ...args, '--store', shop.store, '--json', '--endpoint', url],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const shown = new Map<string, number>();
  const done = () => [...shown.values()].reduce((sum, one) => sum + one, 0);
  const watching = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const half = done() < rows / 2 ? 0 : 1;
    memory[half] = Math.max(memory[half], Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 500);
  const printing = text(child.stdout);
  let said = '';
  for await (const line of createInterface(child.stderr)) {
    const [, file = '', count = ''] = /^(.*): (\d+) rows/.exec(line) ?? [];
    if (file !== '') shown.set(file, Number(count));
    else said = line;
    if (done() >= killAt) child.kill('SIGKILL');
  }
  clearInterval(watching);
  const printed = await printing;
  if (printed === '' && done() < killAt) throw new Error(`The import ended without a word: ${said}`);
  return printed === ''
    ? undefined
    : { ...(JSON.parse(printed) as { files: FileReport[] }), memory, seconds: (performance.now() - startedAt) / 1000 };
}

interface Spending {
  /** By card, in cents. */
  spent: Map<number, number>;
  stop(): Promise<void>;
}

/** Checkouts spend cards, one after the other, of those that have been imported by then. */
function spend({ url, shop, cards }: Work): Spending {
  const storefront = storefrontOn(url, shop.store);
  const spent = new Map<number, number>();
  let isOver = false;
  const checkOut = async (checkout: number) => {
    const card = (checkout * 37) % cards;
    if (isBad(card)) return;
    const checkout_id = `checkout_${checkout}`;
    const price = 100 + (checkout % 300);
    const typed = { code: codeOf(card), currency: 'USD', shopper: checkout_id, expires_at: '2090-01-01T00:00:00Z' };
    try {
      await storefront.holdGiftCard({ checkout_id, amount: price, ...typed });
    } catch (error) {
      // Not imported yet.
      if (error instanceof FunctionError && error.code === 'NOT_FOUND') return;
      throw error;
    }
    const line = { product_id: shop.product, variant_id: shop.variant, quantity: 1, unit_price: price };
    const order = {
      ...{ id: `ord_mover${checkout}`, site_id: shop.site, customer_id: shop.customer, status: 'paid' as const },
      ...{ currency: 'USD', lines: [line], gift_option_id: null, gift_note: null, checkout_id },
    };
    const { paid_by_gift_card } = await storefront.recordOrder({ order });
    spent.set(card, (spent.get(card) ?? 0) + paid_by_gift_card);
  };
  const going = (async () => {
    for (let checkout = 0; !isOver; checkout += 1) {
      await checkOut(checkout);
      await sleep(50);
    }
  })();
  return {
    spent,
    stop() {
      isOver = true;
      return going;
    },
  };
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0);

/** All pages of what a function or an operation lists. */
async function* pagesOf<Page, Place>(
  read: (after: Place | undefined) => Promise<Page>,
  nextOf: (page: Page) => Place | null | undefined,
): AsyncGenerator<Page> {
  let after: Place | undefined;
  for (;;) {
    const page = await read(after);
    yield page;
    const next = nextOf(page);
    if (next == null) return;
    after = next;
  }
}

interface Listed {
  data: readonly { id: string }[];
  has_more: boolean;
}

const nextOfList = ({ data, has_more }: Listed) => (has_more ? data.at(-1)?.id : undefined);

async function countOf<Page, Place>(
  read: (after: Place | undefined) => Promise<Page>,
  nextOf: (page: Page) => Place | null | undefined,
  countIn: (page: Page) => number,
): Promise<number> {
  let count = 0;
  for await (const page of pagesOf(read, nextOf)) count += countIn(page);
  return count;
}

const countListed = (read: (after: string | undefined) => Promise<Listed>) =>
  countOf(read, nextOfList, ({ data }) => data.length);

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

/** What the store has of everything, read by what lists it; a thing that is there twice is counted twice. */
async function counted({ url, shop, reviews }: Work) {
  const operator = operatorOn({ stack, endpoint: url })(shop.store);
  const storefront = storefrontOn(url, shop.store);
  const api = new StoreCommerce({ apiKey: shop.key, baseUrl: url });
  const limit = 100;
  const ofProduct = (product: number) =>
    countListed((after) =>
      storefront.listProductReviews({ site_id: shop.site, product_id: productOf(product), limit, after }),
    );
  const ofCustomer = async (customer: number) => {
    let count = 0;
    for await (const { data } of api.customerAddresses.list(customerOf(customer), { limit }).pages())
      count += data.length;
    return count;
  };
  // A ledger may continue on the next page, under the same card.
  let last: string | undefined;
  const countCards = ({ data }: Awaited<ReturnType<typeof operator.exportGiftCards>>): number => {
    const cards = data.filter(({ gift_card }, index) => index > 0 || gift_card.id !== last);
    last = data.at(-1)?.gift_card.id;
    return cards.length;
  };
  const sums: Record<'cards' | 'reviews' | 'addresses' | 'findings', number> = {
    cards: await countOf(
      (next: object | undefined) => operator.exportGiftCards({ ...next }),
      ({ next }) => next,
      countCards,
    ),
    ...{ reviews: 0, addresses: 0 },
    findings:
      (await countOf(
        (after: string | undefined) => operator.auditLedger({ after }),
        ({ next }) => next,
        ({ findings }) => findings.length,
      )) +
      (await countOf(
        (after: string | undefined) => operator.auditRatings({ after }),
        ({ next }) => next,
        ({ drifts }) => drifts.length,
      )),
  };
  for (const product of numbersUpTo(products)) sums.reviews += await ofProduct(product);
  for (const customer of numbersUpTo(customersOf({ reviews }))) sums.addresses += await ofCustomer(customer);
  return sums;
}

/** The liability as it is now, which is available a minute later. */
async function liabilityOf({ url, shop }: Work): Promise<number> {
  const operator = operatorOn({ stack, endpoint: url })(shop.store);
  const { at } = await operator.reportLiability({});
  const now = new Date(Date.parse(at) + 60_000).toISOString();
  await sleep(62_000);
  let sum = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const { statuses, next } = await operator.reportLiability({ at: now, after });
    sum += sumOf(Object.values(statuses).map(({ balance }) => balance));
    after = next;
  }
  return sum;
}

/** Everything that is to be true, and what was found instead where it was not. */
async function moveAll(size: Size) {
  const folder = await mkdtemp(join(tmpdir(), 'store-move-in-'));
  const server = await startLocalServer();
  try {
    const shop = await newShop(server.url, 'sto_mover');
    const work: Work = { ...size, url: server.url, shop, folder };
    await importCatalog(work);
    const files = await writeFiles(work);
    return await importAndCompare(work, files);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function importAndCompare(work: Work, files: readonly string[]) {
  const { cards, reviews, addresses, kills, folder } = work;
  const rows = cards + reviews + addresses;
  const spending = spend(work);
  const startedAt = performance.now();
  for (let kill = 1; kill <= kills; kill += 1) {
    await run(work, files, { killAt: (kill * rows) / (kills + 1), rows });
  }
  const last = await run(work, files, { rows });
  const seconds = (performance.now() - startedAt) / 1000;
  const again = await run(work, files, { rows });
  await spending.stop();
  const spent = new Map(spending.spent);
  const liability = await liabilityOf(work);

  // Every tenth card was spent elsewhere, too.
  const later = await cardsFile(folder, 'later.csv', cards, (card) => balanceOf(card) - (card % 10 === 0 ? 100 : 0));
  const updated = await run(work, [later, '--update'], { rows: cards });

  const file = sumOf(Array.from({ length: cards }, (_, card) => (isBad(card) ? 0 : balanceOf(card))));
  const good = [cards, reviews, addresses].map(goodOf);
  const spentHere = [...spent.keys()].length;
  const adjusted = Array.from({ length: cards }, (_, card) => card).filter(
    (card) => card % 10 === 0 && !isBad(card) && !spent.has(card),
  ).length;
  const expected = {
    'rows that were refused': rows - sumOf(good),
    "the import's ledger entries, in cents": file,
    'liability after = file − spent, in cents': file - sumOf(spent.values()),
    'records of the second import that were not unchanged': 0,
    'cards adjusted by --update': adjusted,
    'cards refused by --update: bad rows and cards that were spent here': cards - goodOf(cards) + spentHere,
    ...{ cards: good[0], reviews: good[1], addresses: good[2], 'findings of the audits': 0 },
  };
  const found = await counted(work);
  const refusedIn = (run: Run | undefined) => sumOf((run?.files ?? []).map(({ refused }) => refused));
  const actual: typeof expected = {
    'rows that were refused': refusedIn(last),
    "the import's ledger entries, in cents": last?.files[0]?.sums?.ledger ?? Number.NaN,
    'liability after = file − spent, in cents': liability,
    'records of the second import that were not unchanged':
      sumOf(good) - sumOf((again?.files ?? []).map(({ unchanged }) => unchanged)),
    'cards adjusted by --update': updated?.files[0]?.updated ?? Number.NaN,
    'cards refused by --update: bad rows and cards that were spent here': refusedIn(updated),
    ...{ cards: found.cards, reviews: found.reviews, addresses: found.addresses },
    'findings of the audits': found.findings,
  };
  return {
    comparison: Object.entries(expected).map(([what, due]) => ({ what, due, is: Reflect.get(actual, what) as number })),
    rowsPerSecond: Math.round(rows / seconds),
    memory: again?.memory ?? [Number.NaN, Number.NaN],
    checkouts: sumOf(spent.values()) > 0 ? spentHere : 0,
  };
}

export default measure(
  {
    name: 'move-in',
    summary:
      'Imports a shop by a command that is killed again and again, while checkouts spend its cards. The reviews of one customer wait for each other, so the rows a second are those of a slow case.',
    options: {
      cards: { type: 'number', value: 'N', default: 20_000, summary: 'gift cards of the file' },
      reviews: { type: 'number', value: 'N', default: 50_000, summary: 'reviews of the file' },
      addresses: { type: 'number', value: 'N', default: 100_000, summary: 'addresses of the file' },
      kills: { type: 'number', value: 'N', default: 10, summary: 'how often the command is killed' },
    },
  },
  async (size) => {
    const { comparison, rowsPerSecond, memory, checkouts } = await moveAll(size);
    return {
      passed: comparison.every(({ due, is }) => due === is) && checkouts > 0,
      figures: {
        [`rows a second of cards, addresses and reviews, ${products} of each customer, with the kills`]: rowsPerSecond,
        'cards that checkouts spent meanwhile': checkouts,
        'memory of the command in the first half of its rows, in MB': Math.round(memory[0]),
        'and in the second half, in MB': Math.round(memory[1]),
      },
      details: [
        {
          title: 'What the store has, beside what it is to have',
          columns: ['', 'is to be', 'is'],
          rows: comparison.map(({ what, due, is }) => [what, due, is]),
          figures: true,
        },
      ],
    };
  },
);
