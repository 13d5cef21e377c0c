/** A feed of product reviews while it is written to S3, in constant memory. */
import { ObjectWriter, type PausedObject } from '../objects/object-writer.ts';
import { publicCacheControl } from '../objects/public-objects.ts';
import type { FeedEntry, FeedProduct } from '../resources/public-reviews/feed-rules.ts';
import type { FeedName } from '../resources/public-reviews/fields.ts';
import { googleFeedEntry, googleFeedHead, googleFeedTail } from '../resources/public-reviews/google-feed-rules.ts';
import type { PublicSite } from '../resources/public-reviews/rules.ts';
import type { ReviewRecord } from '../resources/reviews/rules.ts';
import { objectKeys } from '../table/keys.ts';
import { metaFeedEntry, metaFeedHead } from './meta-product-reviews.ts';

/** A feed that was not written to its end, as JSON. Its rest may begin or end within a character, so it is Base64. */
export interface PausedFeed extends Pick<PausedObject, 'begun'> {
  rest: string;
}

const stored = ({ begun, rest }: PausedObject): PausedFeed => ({ begun, rest: rest.toString('base64') });

/** A feed while it is written. */
export interface FeedInProgress {
  write(reviews: readonly ReviewRecord[], product: FeedProduct): Promise<void>;
  end(): Promise<void>;
  /** What another function needs to continue the feed. */
  pause(): Promise<PausedFeed>;
  /** Makes the feed public, in place of the last one. */
  keep(): Promise<void>;
}

/** Begins a feed, or continues a paused one. */
export async function openFeed(
  name: FeedName,
  site: PublicSite,
  paused: PausedFeed | undefined,
): Promise<FeedInProgress> {
  const { contentType, head, entryOf, tail } = formats[name];
  const key = objectKeys.publicFeed(site.id, name);
  const writer = new ObjectWriter({ key, contentType, cacheControl: publicCacheControl }, paused?.begun);
  await writer.write(paused ? Buffer.from(paused.rest, 'base64') : Buffer.from(head(site)));
  return {
    async write(reviews, product) {
      const entries = reviews.map((review) => entryOf(review, product, site));
      await writer.write(Buffer.from(entries.map((entry) => ('text' in entry ? entry.text : '')).join('')));
    },
    async end() {
      await writer.write(Buffer.from(tail));
      await writer.end();
    },
    pause: async () => stored(await writer.pause()),
    async keep() {
      if ((await writer.keep()) === undefined) throw new Error(`The upload of ${name} is gone`);
    },
  };
}

interface Format {
  contentType: string;
  head(site: PublicSite): string;
  entryOf(review: ReviewRecord, product: FeedProduct, site: PublicSite): FeedEntry;
  tail: string;
}

const formats: Readonly<Record<FeedName, Format>> = {
  'google-product-reviews.xml': {
    contentType: 'application/xml',
    head: googleFeedHead,
    // How a review came about is unknown.
    entryOf: (review, product) => googleFeedEntry(review, product, null),
    tail: googleFeedTail,
  },
  'meta-product-reviews.csv': {
    contentType: 'text/csv; charset=utf-8',
    head: metaFeedHead,
    entryOf: metaFeedEntry,
    tail: '',
  },
};
