/** What each answer of the bucket to a signed link means, for the parts of a file and for a photo. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { brokenLine, json, refused, scriptedLine } from '../../support/scripted-line.ts';

const bytes = new Blob([new Uint8Array(5 * 1024 * 1024).fill(0xff)]);

const xml = (status: number, code: string, message = '') =>
  new Response(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`, { status });
const cutOff = (status: number) =>
  new Response(new ReadableStream({ start: (to) => to.error(new Error('reset')) }), {
    status,
    headers: { ETag: '"of an answer that was lost"' },
  });

type Answer = () => Response | Error;

const kinds = {
  'a part': {
    plan: (link: string) => ({ part_size: bytes.size, parts: [{ part_number: 1, url: link, etag: null }] }),
    upload: (shop: StoreCommerce, maxRetries: number) =>
      shop.digitalFiles.upload('pro_1', 'prv_1', bytes, { maxRetries }),
  },
  'a photo': {
    plan: (link: string) => ({ url: link, headers: { 'Content-Type': 'image/jpeg' }, etag: null }),
    upload: (shop: StoreCommerce, maxRetries: number) =>
      shop.giftOptions.setImage('sit_1', 'gft_1', bytes, { maxRetries }),
  },
} as const;

beforeEach(() => {
  // No pause between tries.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

/** Uploads what is met by some answers of the bucket; each link is good until the upload is resumed. */
async function uploadThrough(
  kind: keyof typeof kinds,
  answers: Answer[],
  { maxRetries = 4, resume = () => json({}) } = {},
) {
  const { plan, upload } = kinds[kind];
  const bucket = () => {
    const met = answers.shift()?.() ?? new Response(null, { headers: { ETag: '"arrived"' } });
    if (met instanceof Error) throw met;
    return met;
  };
  const service: Record<string, () => Response> = {
    DELETE: () => new Response(null, { status: 204 }),
    GET: () => (resume().ok ? links() : resume()),
    POST: () => links(),
  };
  let given = 0;
  const links = () => json({ id: 'upl_1', ...plan(`https://bucket/${++given}?X-Amz-Signature=secret`) });
  const { fetch, asked } = scriptedLine(({ method, url }) => {
    if (url.startsWith('https://bucket/')) return bucket();
    return url.endsWith('/complete/') ? json({ id: 'done' }) : (service[method]?.() ?? json({}, 405));
  });
  const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'https://api.example.com', fetch });
  const outcome = await upload(shop, maxRetries).then(
    () => 'done',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
  const steps = asked.map(({ method, url }) => `${method} ${new URL(url).pathname}`.replace(/\/api.*uploads\//, ''));
  return { outcome, sent: steps.filter((step) => /^PUT|^GET/.test(step)), abandoned: steps.includes('DELETE upl_1/') };
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (kind) => {
  test.each<[string, Answer]>([
    ['403: past its own time', () => xml(403, 'AccessDenied', 'Request has expired')],
    ['403 that says nothing', () => new Response('', { status: 403 })],
    ['400 ExpiredToken: its credentials have ended', () => xml(400, 'ExpiredToken')],
    ['400 InvalidToken', () => xml(400, 'InvalidToken')],
    ['400 TokenRefreshRequired', () => xml(400, 'TokenRefreshRequired')],
  ])('with the answer %s is sent again to a new link', async (_, answer) => {
    const { outcome, sent, abandoned } = await uploadThrough(kind, [answer]);

    expect({ outcome, sent, abandoned }).toEqual({
      outcome: 'done',
      sent: ['PUT /1', 'GET upl_1/', 'PUT /2'],
      abandoned: false,
    });
  });

  test.each<[string, Answer]>([
    ['500', () => xml(500, 'InternalError')],
    ['502', () => new Response('<html>', { status: 502 })],
    ['503 SlowDown', () => xml(503, 'SlowDown')],
    ['504', () => new Response('', { status: 504 })],
    ['400 RequestTimeout: it came too slowly', () => xml(400, 'RequestTimeout')],
    ['400 IncompleteBody: bytes were lost on the way', () => xml(400, 'IncompleteBody')],
    ['nothing', () => brokenLine()],
    ['200, cut off after its headers', () => cutOff(200)],
    ['403, cut off after its headers', () => cutOff(403)],
  ])('with the answer %s is sent again to the same link', async (_, answer) => {
    const { outcome, sent } = await uploadThrough(kind, [answer]);

    expect({ outcome, sent }).toEqual({ outcome: 'done', sent: ['PUT /1', 'PUT /1'] });
  });

  test.each<[string, Answer, string]>([
    [
      '400',
      () => xml(400, 'EntityTooSmall'),
      'InvalidRequestError: Part 1 of the upload was answered 400 EntityTooSmall by the bucket',
    ],
    [
      '404',
      () => xml(404, 'NoSuchUpload'),
      'NotFoundError: Part 1 of the upload was answered 404 NoSuchUpload by the bucket',
    ],
    ['412', () => new Response('', { status: 412 }), 'ApiError: Part 1 of the upload was answered 412 by the bucket'],
    [
      '301',
      () => xml(301, 'PermanentRedirect'),
      'ApiError: Part 1 of the upload was answered 301 PermanentRedirect by the bucket',
    ],
    [
      '200 without an ETag',
      () => new Response(''),
      'StoreCommerceError: The bucket must let browsers read the ETag of its answers',
    ],
  ])('with the answer %s fails at once', async (_, answer, outcome) => {
    expect(await uploadThrough(kind, [answer])).toMatchObject({ outcome, sent: ['PUT /1'] });
  });

  test('with new links that end as well is given up after as many tries as a call has', async () => {
    const answers = Array.from({ length: 9 }, () => () => xml(400, 'ExpiredToken'));

    const { outcome, sent } = await uploadThrough(kind, answers, { maxRetries: 2 });

    expect(outcome).toBe('InvalidRequestError: Part 1 of the upload was answered 400 ExpiredToken by the bucket');
    expect(sent.filter((step) => step.startsWith('PUT'))).toEqual(['PUT /1', 'PUT /2', 'PUT /3']);
  });

  test('of an upload that cannot be resumed fails as Resume does, and is not sent to its old link again', async () => {
    const resume = () => refused(403, 'INSUFFICIENT_PERMISSION', 'The key may only read');

    const { outcome, sent } = await uploadThrough(kind, [() => xml(403, 'AccessDenied')], { resume });

    expect({ outcome, sent }).toEqual({
      outcome: 'PermissionError: The key may only read',
      sent: ['PUT /1', 'GET upl_1/'],
    });
  });
});
