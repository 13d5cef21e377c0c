/**
 * Writes the feeds of product reviews of all public sites (Storefront without a front-end team, "Files instead of requests"). A store may have
 * millions of reviews. A run pauses when its turn or the time of its function ends, and a later function continues it. A feed is replaced
 * only as a whole, when its run is complete.
 */
import { randomUUID } from 'node:crypto';
import { deleteObjects, putObject, readObject } from '../objects/objects.ts';
import { commitUnitOfWork, type Decision } from '../once/unit-of-work.ts';
import * as sites from '../resources/catalog/site-records.ts';
import type { FeedRun, FeedsRecord, Position } from '../resources/public-reviews/feed-records.ts';
import * as records from '../resources/public-reviews/feed-records.ts';
import { reviewsOfStore } from '../resources/public-reviews/feed-review-records.ts';
import { areDue, feedProductOf, nextRun } from '../resources/public-reviews/feed-rules.ts';
import { feedNames } from '../resources/public-reviews/fields.ts';
import type { PublicSite } from '../resources/public-reviews/rules.ts';
import * as publicSites from '../resources/public-reviews/site-records.ts';
import * as batches from '../runtime/batches.ts';
import { isShort, stepsWithin, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { limits } from '../schema/limits.ts';
import { clockSkewSeconds, secondsBefore } from '../schema/times.ts';
import { objectKeys } from '../table/keys.ts';
import { pagesOf } from '../table/reads.ts';
import { type FeedInProgress, openFeed, type PausedFeed } from './feed-in-progress.ts';

type SiteOfStore = Pick<publicSites.PublicSiteRecord, 'id' | 'store_id'>;

/** In milliseconds: a site with many reviews does not keep others waiting. */
const turn = 120_000;

/** Writes the feeds that are due, until time runs short. `done` counts the sites with complete new feeds. */
export async function writeFeeds(time: TimeLeft = {}): Promise<{ done: number; failed: number }> {
  const results: Result[] = [];
  for (let due = await listDue(); due.length > 0; ) {
    const paused: SiteOfStore[] = [];
    for (const site of due) {
      if (isShort(time)) return countOf(results);
      const result = await writeInTurn(site, stepsWithin(turn, time));
      results.push(result);
      if (result === 'paused') paused.push(site);
    }
    due = paused;
  }
  return countOf(results);
}

const countOf = (results: readonly Result[]) => ({
  done: results.filter((result) => result === 'written').length,
  failed: results.filter((result) => result === 'failed').length,
});

/** The sites with feeds that are due. The site that has waited longest is first. */
async function listDue(): Promise<SiteOfStore[]> {
  const due: (SiteOfStore & { worked_at: string })[] = [];
  for await (const page of pagesOf(publicSites.list, ({ id }) => id, { limit: batches.publicSites.size })) {
    const [found, requests] = await Promise.all([
      records.findMany(page.map(({ id }) => id)),
      records.countRequests(page.map(({ store_id }) => store_id)),
    ]);
    const each = page.map((site, index) => ({
      site,
      state: found[index] ?? nothing(site.id),
      requests: requests[index] ?? 0,
    }));
    const now = timestampNow();
    due.push(
      ...each
        .filter(({ site, state }) => site.files !== 'removed' || state.written || state.run)
        .filter(({ state, requests }) => areDue(state, requests, now))
        .map(({ site, state }) => ({ id: site.id, store_id: site.store_id, worked_at: state.worked_at ?? '' })),
    );
  }
  return due.toSorted((a, b) => (a.worked_at < b.worked_at ? -1 : 1));
}

type Result = 'written' | 'paused' | 'failed' | 'not due';

async function writeInTurn(of: SiteOfStore, time: TimeLeft): Promise<Result> {
  let claim: Claim | undefined;
  try {
    claim = await claimRun(of);
    return claim ? await continueRun(claim, time) : 'not due';
  } catch (error) {
    log('error', 'feeds failed', { site_id: of.id, error: describeError(error) });
    if (claim) await record(claim, { run: { ...claim.run, failures: (claim.run.failures ?? 0) + 1 } });
    return 'failed';
  }
}

/** A run that no other function works on. */
interface Claim {
  store: string;
  site: PublicSite;
  run: FeedRun;
  claimed_by: string;
}

/** Begins a run, or continues the one that was paused. Undefined if there is nothing to do, or if another function does it. */
const claimRun = ({ id, store_id }: SiteOfStore): Promise<Claim | undefined> =>
  commitUnitOfWork({
    async decide({ now }): Promise<Decision<Claim | undefined>> {
      // Counted before any review is read: a later deletion requests another run.
      const [requests = 0] = await records.countRequests([store_id]);
      const [read, site] = await Promise.all([records.find(id), sites.find(store_id, id)]);
      if (!site || !publicSites.isPublic(site))
        return { writes: read ? [records.record(read, nothing(id))] : [], reply: undefined };
      const run = nextRun(read ?? nothing(id), requests, now);
      if (!run) return { writes: [], reply: undefined };
      const claimed_until = secondsBefore(now, -(limits.feedsFunctionSeconds + clockSkewSeconds));
      // Two functions never write the same item: the commit of the later one would count as a repeat of the earlier one.
      const claimed_by = randomUUID();
      const next = { ...nothing(id), written: read?.written, run, claimed_by, claimed_until, worked_at: now };
      return { writes: [records.record(read, next)], reply: { store: store_id, site, run, claimed_by } };
    },
  });

/** The feeds of a site that is switched off are gone. */
const nothing = (site_id: string): FeedsRecord => ({
  site_id,
  written: undefined,
  run: undefined,
  claimed_by: undefined,
  claimed_until: undefined,
  worked_at: undefined,
});

/** Records how far a run is, and that no function works on it now. Does nothing if the run belongs to another function meanwhile. */
const record = ({ site, claimed_by }: Claim, next: Pick<FeedsRecord, 'run' | 'written'>): Promise<boolean> =>
  commitUnitOfWork({
    async decide() {
      const read = await records.find(site.id);
      if (read?.claimed_by !== claimed_by) return { writes: [], reply: false };
      const released = { claimed_by: undefined, claimed_until: undefined };
      return { writes: [records.record(read, { ...read, ...next, ...released })], reply: true };
    },
  });

async function continueRun(claim: Claim, time: TimeLeft): Promise<Result> {
  const { store, run } = claim;
  const feeds = await openFeeds(claim);
  for await (const { product, reviews, position } of reviewsOfStore(store, run.paused?.after)) {
    const shown = feedProductOf(product);
    for (const feed of feeds) await feed.write(reviews, shown);
    if (isShort(time)) return pause(claim, feeds, position);
  }
  for (const feed of feeds) await feed.end();
  const site = await sites.find(store, claim.site.id);
  if (!site || !publicSites.isPublic(site)) {
    await record(claim, { run: undefined });
    return 'not due';
  }
  for (const feed of feeds) await feed.keep();
  const { requests, started_at: at } = run;
  await record(claim, { run: undefined, written: { requests, at } });
  await removePaused(run);
  return 'written';
}

async function pause(claim: Claim, feeds: readonly FeedInProgress[], after: Position): Promise<Result> {
  const { site, run } = claim;
  const object = objectKeys.feedsInProgress(site.id, randomUUID());
  const states = await Promise.all(feeds.map((feed) => feed.pause()));
  await putObject({ key: object, contentType: 'application/json' }, Buffer.from(JSON.stringify(states)));
  const isRecorded = await record(claim, { run: { ...run, paused: { after, object }, failures: undefined } });
  if (isRecorded) await removePaused(run);
  return 'paused';
}

const removePaused = async ({ paused }: FeedRun): Promise<void> => {
  if (paused) await deleteObjects({ objects: [paused.object] });
};

/** The feeds of a run, as its last pause left them. */
async function openFeeds({ site, run }: Claim): Promise<FeedInProgress[]> {
  const content = run.paused && (await readObject(run.paused.object));
  if (run.paused && !content) throw new Error('The paused feeds are gone');
  const pauses: PausedFeed[] = content ? JSON.parse(Buffer.from(content).toString()) : [];
  return Promise.all(feedNames.map((name, index) => openFeed(name, site, pauses[index])));
}
