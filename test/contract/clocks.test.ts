/**
 * Rules with a time, where the clocks of two functions differ by `clockSkewSeconds`: a caller in time by one clock is
 * not refused by another, and nothing is granted twice. The table names every comparison with a time.
 */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { count } from '../../lib/chain/rate-limit.ts';
import { timeTold } from '../../lib/ledger/state-rules.ts';
import { idempotencyRecord } from '../../lib/once/idempotency-record.ts';
import { commitUnitOfWork, transactionOf, writing } from '../../lib/once/unit-of-work.ts';
import { hasEnded, revoke, windowEnd } from '../../lib/resources/stores/rules.ts';
import * as uploads from '../../lib/resources/uploads/records.ts';
import { roomFor } from '../../lib/resources/uploads/rules.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { limits } from '../../lib/schema/limits.ts';
import { clockSkewSeconds, pastForAllClocks, toSeconds, toTimestamp } from '../../lib/schema/times.ts';
import { dynamodb, requestTable } from '../../lib/table/client.ts';
import { allParts, listDue } from '../../lib/table/due.ts';
import { batchOf } from '../support/aws/queued-messages.ts';
import { handlerOf } from '../support/handlers.ts';
import { atTime } from '../support/world/clock.ts';

const root = resolve(import.meta.dirname, '../..');

const ownMemory = 'what one function remembers it judges by its own clock';
const byS3 = "S3 judges its links by its own clock, and the time that is told is the link's";
const giftCards = 'test/resources/gift-cards/clocks.test.ts';
const booksTest = 'test/resources/gift-cards/movement-rules.test.ts';
const here = 'test/contract/clocks.test.ts';

/** Each comparison: its file, its text, and the test that holds it to clocks that differ, or why none needs to. */
const comparisons: readonly (readonly [file: string, text: string, held: string])[] = [
  ['lib/work/send-queued-mail.ts', 'queued_at / 1000 + droppedAfterSeconds', here],
  ['lib/mail/unsubscribe-token.ts', 'readUInt32BE(expiryAt) <= toSeconds(now)', '90 days, a few seconds more or less'],
  ['lib/resources/review-requests/rules.ts', 'send_at <= now', 'days, a few seconds more or less'],
  ['lib/chain/rate-limit.ts', 'Date.now() < known.until', ownMemory],
  ['lib/chain/rate-limit.ts', "':reset': reset + clockSkewSeconds", here],
  ['lib/chain/function.ts', 'Date.now() < known.until', ownMemory],
  ['lib/chain/background.ts', 'millisecondsSince(startedAt) > laneOpenFor', 'a duration that one function measures'],
  ['lib/objects/links.ts', 'expiresIn: limits.downloadSeconds', byS3],
  ['lib/objects/links.ts', 'DurationSeconds: limits.downloadSeconds', byS3],
  ['lib/objects/links.ts', 'expiresIn: limits.uploadLinkSeconds', byS3],
  ['lib/once/idempotency-record.ts', 'item.expires_at > now', here],
  ['lib/once/idempotency-record.ts', 'expires_at <= :now', here],
  ['lib/once/idempotency-record.ts', 'expires_at: now + limits.idempotencySeconds', here],
  ['lib/resources/waitlist/variant-waiting-records.ts', 'joined_at < since', 'two stored times, and no clock'],
  ['lib/ledger/state-rules.ts', 'at > latest', here],
  ['lib/ledger/movement-rules.ts', 'to > latest', here],
  ['lib/ledger/movement-rules.ts', 'created_at >= bound', booksTest],
  ['lib/ledger/state-rules.ts', 'isPast(expires_at, at)', booksTest],
  ['lib/ledger/state-rules.ts', 'extended_at > through', booksTest],
  ['lib/ledger/rules.ts', 'isPast(expired_at, now)', booksTest],
  ['lib/ledger/state-rules.ts', 'created_at > sums.at', 'test/resources/gift-cards/liability-rules.test.ts'],
  [
    'lib/resources/gift-cards/records.ts',
    'timeKeys.upTo(now)',
    'a list shows what is so by the clock of whoever reads',
  ],
  ['lib/ledger/rules.ts', 'isPast(expires_at ?? null, now)) throw', 'refuses what has ended by its own clock'],
  ['lib/ledger/rules.ts', 'expires_at <= now', giftCards],
  ['lib/ledger/rules.ts', "isPast(expires_at, now) ? 'expired'", giftCards],
  ['lib/ledger/rules.ts', 'isPast(expires_at, pastForAllClocks(now))', giftCards],
  ['lib/ledger/hold-rules.ts', 'expires_at > pastForAllClocks(now)', giftCards],
  ['lib/ledger/hold-rules.ts', 'expires_at > now', giftCards],
  [
    'lib/resources/orders/refund-rules.ts',
    "isPast(payer.expires_at, now) ? 'new credit'",
    'by either clock, the money returns once: to the credit, which has an event for its expiry, or to a new one',
  ],
  ['lib/resources/gift-cards/rules.ts', 'send_at > pastForAllClocks(now)', 'test/resources/gift-cards/days.test.ts'],
  ['lib/resources/gift-cards/rules.ts', 'isPast(triedUntil, now)', 'an hour, a few seconds more or less'],
  [
    'lib/resources/gift-cards/import-rules.ts',
    'said.exported_at > imported.exported_at',
    'compares two times that the other system told',
  ],
  [
    'lib/resources/customers/forgetting-records.ts',
    'found.begun_at > secondsBefore(now, continuedSeconds)',
    'an hour, a few seconds more or less: an invocation lasts a minute',
  ],
  [
    'lib/resources/gift-cards/unknown-code-records.ts',
    'ends_at <= toSeconds(now)',
    'an hour of counting, a few seconds more or less',
  ],
  [
    'lib/resources/gift-cards/unknown-code-records.ts',
    'ends_at > :now',
    'an hour of counting, a few seconds more or less',
  ],
  [
    'lib/resources/gift-cards/unknown-code-records.ts',
    'ends_at <= :now',
    'an hour of counting, a few seconds more or less',
  ],
  ['lib/schema/import.ts', 'time > now', 'refuses what has not come by its own clock'],
  [
    'lib/resources/orders/rules.ts',
    'send_at > secondsBefore(now, -limits.sendAtDays * 86_400)',
    'refuses what is too far ahead by its own clock',
  ],
  [
    'lib/resources/waitlist/longest-waiting-records.ts',
    'joined_at <= :latest',
    'compares when shoppers joined, by the clocks of those times',
  ],
  [
    'lib/resources/waitlist/rules.ts',
    'a.joined_at < b.joined_at',
    'compares when shoppers joined, by the clocks of those times',
  ],
  [
    'lib/resources/waitlist/records.ts',
    'left.left_at > toSeconds(now)',
    '30 days in which a record is known, a few seconds more or less',
  ],
  ['lib/resources/public-reviews/feed-rules.ts', 'claimed_until > now', 'test/resources/public-reviews/feeds.test.ts'],
  ['lib/resources/stores/rules.ts', 'end <= now', here],
  ['lib/resources/stores/rules.ts', 'at > now ? at : now', here],
  ['lib/resources/stores/rules.ts', 'expires_at <= now', 'refuses what has ended by its own clock'],
  ['lib/resources/stores/deployment-secret-records.ts', 'Math.abs(Date.now() - last.at)', ownMemory],
  ['lib/resources/uploads/records.ts', 'upload.due_at > now', here],
  ['lib/resources/uploads/rules.ts', 'age < limits.openUploadsCounted', here],
  ['lib/resources/waitlist/waiting-count-records.ts', 'Date.now() >= (contendedUntil', ownMemory],
  [
    'lib/resources/webhooks/attempt-rules.ts',
    'made_at >= secondsBefore(now, keptFor)',
    '30 days, a few seconds more or less: the table deletes an attempt or an event later',
  ],
  [
    'lib/resources/webhooks/attempt-rules.ts',
    'made_at >= secondsBefore(created_at, clockSkewSeconds)',
    'lists an attempt that a clock made a few seconds before its webhook',
  ],
  [
    'lib/resources/webhooks/replay-rules.ts',
    'toSeconds(created_at) < sameFor',
    'one more replay brings events that their receiver knows',
  ],
  [
    'lib/resources/webhooks/rules.ts',
    'toSeconds(webhook.last_success_at) >= 60',
    'tells how often a busy webhook is written, and nothing else',
  ],
  [
    'lib/resources/webhooks/rules.ts',
    'toSeconds(wellAt) >= failingFor',
    'five days, a few seconds more or less: the receiver has failed all along',
  ],
  [
    'lib/resources/webhooks/rules.ts',
    'toSeconds(replacedBy.created_at) < secretsSignFor',
    'a receiver has a day to learn its new secret, a few seconds more or less',
  ],
  [
    'lib/resources/webhooks/rules.ts',
    'toSeconds(made.created_at) >= rotationAnsweredFor',
    'refuses what has ended by its own clock',
  ],
  [
    'lib/resources/webhooks/rules.ts',
    'toSeconds(silent_at) < deliveryEndsWithin',
    'a delivery that is made too early waits for an answer of its own',
  ],
  ['lib/table/due.ts', 'timeKeys.upTo(by)', here],
  [
    'lib/work/migrate.ts',
    'Date.parse(done_at) + repeatedAfterMilliseconds <=',
    'an hour, a few seconds more or less: a deployment lasts minutes',
  ],
  ['lib/work/probe-webhooks.ts', 'read.due_at > timestampNow()', 'a minute, a few seconds more or less'],
  ['lib/work/probe-webhooks.ts', 'time <= now', 'four days, a few seconds more or less'],
  ['lib/work/reconcile-count.ts', '>= now + earliest', ownMemory],
  ['lib/work/write-feeds.ts', 'a.worked_at < b.worked_at', 'decides who comes first, and nothing else'],
  ['lib/work/sweep-gift-cards.ts', 'checkout.expires_at > pastForAllClocks(now)', giftCards],
];

/** Code that compares a time: with the present, or by giving it to something that expires automatically. */
const comparing = new RegExp(
  [
    String.raw`(?<!=)[<>]=? \(?(?:now\b|by\b|latest\b|Date\.now\(|pastForAllClocks\()`,
    String.raw`\b(?:now|latest|Date\.now\(\)\)?) [<>]=? `,
    String.raw`\w(?:_at|At|Until|until)\b\)? [<>]=? `,
    String.raw`\b(?:age|at) < `,
    String.raw`:now'|_at <= :\w|timeKeys\.upTo\(|Math\.abs\(Date\.now|isPast\((?!expires_at: )|_at \/ 1000`,
    String.raw`expiresIn: |DurationSeconds: |':\w+': reset |expires_at: now \+`,
  ].join('|'),
);

const comparedIn = (file: string): (readonly [file: string, line: string])[] =>
  readFileSync(resolve(root, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => comparing.test(line) && !/^(?:\/\/|\/?\*)/.test(line))
    .filter((line) => !/^const isPast = .*=>$|^(?:':now'|ExpressionAttributeValues: \{ ':now')/.test(line))
    .map((line) => [file, line]);

const found = globSync('{lib,functions}/**/*.ts', { cwd: root })
  .filter((file) => !/^lib\/(?:client|gateway|wire)\//.test(file))
  .flatMap(comparedIn);

const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** Whether a line makes a comparison, with its sides in either order and any names of its placeholders. */
function makes(line: string, text: string): boolean {
  const swapped = text.replace(/^(\S+) ([<>]=?) (\S+)$/, (_, left, sign, right) => `${right} ${turned[sign]} ${left}`);
  return [text, swapped].some((one) => unnamed(line).includes(unnamed(one)));
}

const unnamed = (text: string): string => text.replaceAll(/(?<=['\s]):[a-z]\w*/g, ':value');

const isListed = ([file, line]: readonly [string, string]): boolean =>
  comparisons.some(([inFile, text]) => inFile === file && makes(line, text));

test('every comparison with a time is listed with the test that holds it to clocks that differ', () => {
  const unlisted = found
    .filter((one) => !isListed(one))
    .map(([file, line]) => `${file} compares, and is not listed: ${line}`);
  expect(unlisted.join('\n')).toBe('');
});

test('every comparison that is listed is there, and its test', () => {
  const gone = comparisons
    .filter(([file, text]) => !found.some(([at, line]) => at === file && makes(line, text)))
    .map(([file, text]) => `${file} does not compare any more: ${text}`);
  expect(gone.join('\n')).toBe('');
  expect(comparisons.filter(([, , held]) => held.startsWith('test/') && !existsSync(resolve(root, held)))).toEqual([]);
});

/** Two clocks at every moment around a time: seconds before it (below 0) and after it, by the one and by the other. */
const clocks = Array.from({ length: 4 * clockSkewSeconds + 1 }, (_, index) => index - 2 * clockSkewSeconds).flatMap(
  (own) =>
    Array.from({ length: 2 * clockSkewSeconds + 1 }, (_, index) => ({ own, other: own + index - clockSkewSeconds })),
);

const noon = Date.parse('2031-03-01T12:00:00Z');
const at = (seconds: number): string => toTimestamp(noon + seconds * 1000);

describe('an API key', () => {
  const key = { ...{ id: 'key_1', store_id: 'sto_1', hash: '', name: 'Till' }, permission: 'Read' } as const;
  const made = { ...key, created_at: at(-1000), revoked_at: null };

  test('works until it expires, or is revoked later, by the clock of the function it calls', () => {
    const revoked = revoke(made, at(0), at(-100)) ?? made;
    for (const { own } of clocks) {
      expect(hasEnded({ ...made, expires_at: at(0) }, at(own))).toBe(own >= 0);
      expect(hasEnded(revoked, at(own))).toBe(own >= 0);
    }
  });

  test('that is revoked now has ended by every clock', () => {
    for (const { own, other } of clocks)
      expect(hasEnded(revoke(made, undefined, at(own)) ?? made, at(other))).toBe(true);
  });
});

test('an upload is not due by any clock while it is open by some', async () => {
  const id = newId('upload');
  const store_id = newId('store');
  await commitUnitOfWork(writing(uploads.open({ ...upload, id, store_id, due_at: at(0) })));
  const dueBy = async (by: string): Promise<boolean> =>
    (await Promise.all(allParts.map((part) => listDue({ kind: 'OBJECTS', part, by, limit: 1000 }))))
      .flat()
      .some(({ pk }) => pk.startsWith(store_id));
  const isOpen = async (now: string): Promise<boolean> => (await uploads.findOpen(store_id, id, now)) !== undefined;

  expect([await isOpen(at(-1)), await isOpen(at(0))]).toEqual([true, false]);
  // Swept by the fastest clock while the slowest shows the last second.
  expect(await dueBy(pastForAllClocks(at(-1 + clockSkewSeconds)))).toBe(false);
  expect(await dueBy(pastForAllClocks(at(clockSkewSeconds)))).toBe(true);
});

const upload: uploads.FileUpload = {
  ...{ id: '', store_id: '', objects: [], due_at: '', product_id: '', variant_id: '', file_id: '' },
  ...{ file_name: '', file_size: 1, multipart_id: '' },
};

test('a count of open uploads refuses no upload for longer than its seconds and the skew', () => {
  const { openUploads: at_most, openUploadsCounted } = limits;
  for (const { own, other } of clocks) {
    const room = roomFor({ at_most, counted_at: at(own) }, at(other + openUploadsCounted + clockSkewSeconds));

    expect(room).toBe('to be counted');
  }
});

describe('the reply to a keyed request', () => {
  const sender = { storeId: newId('store'), apiKey: 'key', idempotencyKey: 'once' };
  const recordAt = (seconds: number) =>
    atTime(at(seconds), async () => idempotencyRecord<{ body: string; replayed?: true }>(sender, ['content']));

  test('is given again to the last second by the clock of the function, and the table keeps it longer', async () => {
    const write = (await recordAt(0)).write({ body: 'first' });
    await dynamodb.send(transactionOf([write]));
    const day = limits.idempotencySeconds;

    expect(await (await recordAt(day - 1)).find()).toMatchObject({ body: 'first' });
    expect(await (await recordAt(day)).find()).toBeUndefined();
    expect(Number(write.Put?.Item?.expires_at)).toBeGreaterThanOrEqual(noon / 1000 + day + clockSkewSeconds);
    // Only a request that has not found it takes its place.
    await expect(dynamodb.send(transactionOf([(await recordAt(day - 1)).write({ body: 'twice' })]))).rejects.toThrow(
      'Failed',
    );
    await dynamodb.send(transactionOf([(await recordAt(day)).write({ body: 'anew' })]));
    await expect(dynamodb.send(transactionOf([(await recordAt(day)).write({ body: 'twice' })]))).rejects.toThrow(
      'Failed',
    );
  });
});

test('a window of requests is counted until it has ended by every clock', async () => {
  const caller = { storeId: newId('store'), keyHash: newId('apiKey'), apiKey: '' };
  const rate_limit = { requests: 10, window_seconds: 60 };
  const store = { store: { rate_limit }, key: { permission: 'Write' as const, revoked_at: null } };

  await atTime(at(7), () => count(caller, Promise.resolve(store)));

  const reset = windowEnd(toSeconds(at(7)), rate_limit);
  const pk = `${caller.storeId}#RATE#${caller.keyHash}#60#${reset}#0`;
  const { Item } = await dynamodb.send(new GetCommand({ TableName: requestTable(), Key: { pk } }));
  expect(Item).toMatchObject({ used: 1, expires_at: reset + clockSkewSeconds });
});

test('a report continues at the time of its first page, by any function', () => {
  for (const { own, other } of clocks) {
    const told = timeTold({}, at(own));

    expect(timeTold({ at: told, after: 'gcd_1' }, at(other))).toBe(told);
  }
});

test('an email is not dropped while the function that queued it may still commit', async () => {
  const store_id = newId('store');
  const sendMail = await handlerOf({ name: 'send-mail' });
  const deliver = (age: number) => {
    const queued_at = Date.now() - age * 1000;
    const mail = { type: 'gift-card', store_id, gift_card_id: newId('giftCard'), code: 'CODE', queued_at };
    return sendMail(batchOf([JSON.stringify(mail)]));
  };

  const { batchItemFailures } = await deliver(limits.functionSeconds + clockSkewSeconds);

  expect(batchItemFailures).toHaveLength(1);
  expect(await deliver(10 * limits.functionSeconds)).toEqual({ batchItemFailures: [] });
});
