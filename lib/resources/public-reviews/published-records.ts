/** Reads the published reviews that the public files of a product show. Each one is read by its key (strongly consistent). */
import * as batches from '../../runtime/batches.ts';
import { limits } from '../../schema/limits.ts';
import type { Page } from '../../table/reads.ts';
import * as reviews from '../reviews/records.ts';
import type { ReviewRecord } from '../reviews/rules.ts';
import type { PublishedReviews } from './file-rules.ts';
import { publishedOf } from './rules.ts';

const { ofFile, files } = limits.publicReviews;

const none: readonly ReviewRecord[] = [];

/** The newest published reviews of a product, and of each number of stars. The cost does not depend on the number of older ones. */
export async function readPublished(store: string, product: string): Promise<PublishedReviews> {
  const newest = await readNewest(store, product);
  const isComplete = newest.length < ofFile * files;
  const ofStars = async (stars: number): Promise<ReviewRecord[]> => {
    const found = newest.filter(({ rating }) => rating === stars).slice(0, ofFile);
    if (isComplete || found.length === ofFile) return found;
    const older = await take(
      { after: newest.at(-1)?.id, limit: ofFile - found.length },
      (page) => reviews.listByStars(store, { product, stars }, page).then(idsOf),
      (ids) => readAll(store, ids).then((read) => read.filter(({ rating }) => rating === stars)),
    );
    return [...found, ...older.found];
  };
  const [one = none, two = none, three = none, four = none, five = none] = await Promise.all(
    [1, 2, 3, 4, 5].map(ofStars),
  );
  return { newest, byStars: { 1: one, 2: two, 3: three, 4: four, 5: five } };
}

/** Marks propose the newest reviews, so that none that was just published is missing. An index, which may lag, proposes older ones only. */
async function readNewest(store: string, product: string): Promise<ReviewRecord[]> {
  const read = (ids: readonly string[]) => readAll(store, ids);
  const marked = await take(
    { limit: ofFile * files },
    (page) => reviews.listNewestIds(store, product, page),
    read,
    batches.markedReviews.size,
  );
  const left = ofFile * files - marked.found.length;
  if (marked.isEnd || left === 0) return marked.found;
  const published = (page: Page) => reviews.list(store, { product, statuses: ['published'] }, page).then(idsOf);
  return [...marked.found, ...(await take({ after: marked.after, limit: left }, published, read)).found];
}

interface Taken {
  found: ReviewRecord[];
  /** The last review that was proposed. */
  after: string | undefined;
  /** Whether nothing more is proposed. */
  isEnd: boolean;
}

/** Up to `limit` of the proposed reviews that are published, newest first, from at most `judged` proposals. */
async function take(
  { after: begin, limit }: Page,
  propose: (page: Page) => Promise<string[]>,
  read: (ids: readonly string[]) => Promise<ReviewRecord[]>,
  judged = Number.POSITIVE_INFINITY,
): Promise<Taken> {
  const found: ReviewRecord[] = [];
  let [after, left, isEnd] = [begin, judged, false];
  while (found.length < limit && left > 0 && !isEnd) {
    const size = Math.min(limit, left);
    const ids = await propose({ after, limit: size });
    found.push(...(await read(ids)));
    [after, left, isEnd] = [ids.at(-1) ?? after, left - ids.length, ids.length < size];
  }
  return { found: found.slice(0, limit), after, isEnd };
}

const readAll = async (store: string, ids: readonly string[]) => publishedOf(await reviews.findMany(store, ids));

const idsOf = (listed: readonly { id: string }[]) => listed.map(({ id }) => id);
