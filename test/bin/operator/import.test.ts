/** What the operator imports: lines that are read in batches, and what the store refuses of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { batchesOf } from '../../../bin/operator/files/importer.ts';
import {
  type Batch,
  batching,
  batchOf,
  importAll,
  nothingRead,
  type RecordLine,
  readLines,
} from '../../../bin/operator/import/records.ts';
import { openRejects } from '../../../bin/operator/import/rejects.ts';
import { FunctionError, type Operator } from '../../../lib/client/functions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { newCustomer, newProduct } from '../../support/world/world.ts';

async function readBatches(text: string | Buffer, { chunk = 65_536 } = {}) {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  const batches: Batch[] = [];
  for await (const lines of batchesOf(readLines(Readable.from(chunks), nothingRead()), batching)) {
    batches.push(batchOf(lines));
  }
  return batches;
}

const textOf = (records: readonly unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const customer = () => ({ type: 'customer', ...newCustomer() });

test('a batch is what one import takes: 100 records, and 25,000 characters of product names', async () => {
  const customers = Array.from({ length: 101 }, customer);
  const products = Array.from({ length: 60 }, () => ({ type: 'product', ...newProduct({ name: 'x'.repeat(1000) }) }));

  const batches = await readBatches(textOf([...customers, ...products]));

  const countOf = (batch: Batch, type: string) => batch.records.filter((record) => record.type === type).length;
  expect(batches.map((batch) => [countOf(batch, 'customer'), countOf(batch, 'product')])).toEqual([
    [100, 0],
    [1, 25],
    [0, 25],
    [0, 10],
  ]);
  expect(batches.map(({ end }) => end.lines)).toEqual([100, 126, 151, 161]);
});

test('a batch ends where its bytes end, in chunks of any size', async () => {
  const text = `\uFEFF${textOf(Array.from({ length: 230 }, customer))}\r\n${JSON.stringify(customer())}`;

  const [whole, inPieces] = [await readBatches(text), await readBatches(text, { chunk: 7 })];

  expect(inPieces).toEqual(whole);
  expect(whole.map(({ records, end }) => [records.length, end.lines])).toEqual([
    [100, 100],
    [100, 200],
    [31, 232],
  ]);
  expect(whole.at(-1)?.end.bytes).toBe(Buffer.byteLength(text));
  const upTo = Buffer.from(text).subarray(0, whole[0]?.end.bytes).toString();
  expect(upTo.split('\n')).toHaveLength(101);
});

test('a line that cannot be imported is reported with its number, the others are read', async () => {
  const bad = Buffer.from([0xff, 0xfe, 0x0a]);
  const long = Buffer.from(`{"type":"customer","id":"${'x'.repeat(5_000_000)}"}\n`);
  const lines = [textOf([customer(), { type: 'shop' }]), bad, '{"type":\n', long, textOf([7, customer()])];

  const batches = await readBatches(Buffer.concat(lines.map((each) => Buffer.from(each))));

  expect(batches.flatMap(({ records }) => records.map(({ number }) => number))).toEqual([1, 7]);
  expect(batches.flatMap(({ rejected }) => rejected.map(({ number, reason }) => [number, reason]))).toEqual([
    [2, 'field type: must be site, customer, or product'],
    [3, 'not UTF-8'],
    [4, 'not JSON'],
    [5, 'longer than 4194304 bytes'],
    [6, 'field type: must be site, customer, or product'],
  ]);
  expect(batches[0]?.rejected[3]?.text.length).toBeLessThanOrEqual(1000);
});

type Imported = NonNullable<Parameters<Operator['importRecords']>[0]>;

const numbered: RecordLine[] = ['cus_1', 'cus_2', 'cus_3', 'cus_4', 'cus_5'].map((id, index) => ({
  number: index + 10,
  type: 'customer',
  record: { id },
  text: `{"id":"${id}"}`,
}));

/** A store that refuses what it is given whole where one of these records is in it. */
function refusing(refused: readonly string[], code: 'INVALID_FIELD' | 'NOT_FOUND' = 'INVALID_FIELD') {
  const stored: string[] = [];
  const importRecords = async ({ customers }: Imported) => {
    const ids = (customers ?? []).map(({ id }) => id);
    const wrong = ids.find((id) => refused.includes(id));
    if (wrong !== undefined) throw new FunctionError(code, `${wrong} is wrong`);
    stored.push(...ids);
    return { imported: { sites: 0, customers: ids.length, products: 0 } };
  };
  return { stored, operator: { importRecords } as Partial<Operator> as Operator };
}

test('refused records are found, and all others are imported in order', async () => {
  const { stored, operator } = refusing(['cus_2', 'cus_5']);

  expect(await importAll(numbered, operator)).toEqual([
    { number: 11, reason: 'cus_2 is wrong', text: '{"id":"cus_2"}' },
    { number: 14, reason: 'cus_5 is wrong', text: '{"id":"cus_5"}' },
  ]);
  expect(stored).toEqual(['cus_1', 'cus_3', 'cus_4']);
});

test('a file with nothing to import is reported at once', async () => {
  const { operator } = refusing(['cus_1'], 'NOT_FOUND');

  await expect(importAll(numbered, operator)).rejects.toThrow('cus_1 is wrong');
});

test('an import that continues keeps the rejected lines before its position, with any texts', async () => {
  const of = join(temporaryFolder(), 'records.jsonl');
  const rejectedLine = (number: number) => ({ number, reason: 'no', text: '{"name":"a\u2028b"}' });
  const first = await openRejects(of, 0);
  await first.add([1, 2, 3].map(rejectedLine));
  await first.close();

  const next = await openRejects(of, 2);
  await next.close();

  const kept = readFileSync(next.file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(kept).toEqual([1, 2].map((line) => ({ name: 'a\u2028b', rejected: { line, reason: 'no' } })));
});
