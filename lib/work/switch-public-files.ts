/** Writes all public files of a site that was switched on, and removes those of one that was switched off. */
import { deletePublicFolder } from '../objects/public-objects.ts';
import { commitUnitOfWork } from '../once/unit-of-work.ts';
import { queuePublicFiles } from '../queue/send.ts';
import * as sites from '../resources/catalog/site-records.ts';
import * as publicSites from '../resources/public-reviews/site-records.ts';
import * as batches from '../runtime/batches.ts';
import { isShort, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { toSeconds } from '../schema/times.ts';
import { objectKeys } from '../table/keys.ts';
import { pagesOf } from '../table/reads.ts';
import { requestFeedsOf } from './request-feeds.ts';

/** Carries out the switches of all sites. Catches what the queue has missed, and changes of `SERVICE_REVIEWS`. */
export async function sweepPublicFiles(time?: TimeLeft): Promise<{ done: number; failed: number }> {
  let [done, failed] = [0, 0];
  const pages = pagesOf(publicSites.list, ({ id }) => id, { limit: batches.publicSites.size });
  for await (const page of pages) {
    for (const { id } of page) {
      if (isShort(time)) return { done, failed };
      try {
        await carryOutSwitch(id, { time });
        done += 1;
      } catch (error) {
        log('error', 'site failed', { site_id: id, error: describeError(error) });
        failed += 1;
      }
    }
  }
  return { done, failed };
}

/** An upload that began before a site was switched off has certainly ended after this time. */
const lateSeconds = 15 * 60;

interface Switch {
  time?: TimeLeft | undefined;
  /** Whether the files of a site that is on are due again: it has another name, address or language. */
  isChanged?: boolean;
}

/** Carries out the switch of a site that has, or had, public reviews. Returns how many files it removed. */
export async function carryOutSwitch(id: string, { time, isChanged = false }: Switch = {}): Promise<number> {
  const record = await publicSites.find(id);
  if (!record) return 0;
  if (!(await isOn(record))) return removeFilesOf(record, time);
  if (record.files === 'kept' && !isChanged) return 0;
  // Queued before it is recorded: a death in between queues it again.
  await queuePublicFiles([{ work: 'products', store_id: record.store_id }]);
  await requestFeedsOf(record.store_id);
  await recordFiles(record, { files: 'kept' });
  return 0;
}

/** Removes the files of a site if it was switched off. Returns how many there were. */
export async function removeIfOff(id: string, time: TimeLeft | undefined): Promise<number> {
  const record = await publicSites.find(id);
  return record && !(await isOn(record)) ? removeFilesOf(record, time) : 0;
}

/** Removes the files of a site that is off, until no upload that began before can still arrive. Returns how many there were. */
async function removeFilesOf(record: publicSites.PublicSiteRecord, time: TimeLeft | undefined): Promise<number> {
  const { files } = record;
  if (files === 'removed') return 0;
  if (files !== 'removing') await recordFiles(record, { files: 'removing', removing_since: timestampNow() });
  const removed = await removeFiles(record, time);
  const since = record.removing_since;
  const isOver = since !== undefined && toSeconds(timestampNow()) - toSeconds(since) > lateSeconds;
  if (removed === 0 && isOver && !isShort(time)) await recordFiles(record, { files: 'removed' });
  return removed;
}

type SiteOfStore = Pick<publicSites.PublicSiteRecord, 'id' | 'store_id'>;

async function isOn({ store_id, id }: SiteOfStore): Promise<boolean> {
  const site = await sites.find(store_id, id);
  return site !== undefined && publicSites.isPublic(site);
}

const recordFiles = ({ id }: SiteOfStore, next: Parameters<typeof publicSites.record>[1]): Promise<void> =>
  commitUnitOfWork({
    async decide() {
      const read = await publicSites.find(id);
      return { writes: read ? [publicSites.record(read, next)] : [], reply: undefined };
    },
  });

/** Removes the files of a site for as long as it is off. Returns how many there were. */
const removeFiles = (site: SiteOfStore, time: TimeLeft | undefined): Promise<number> =>
  deletePublicFolder(objectKeys.publicSite(site.id), async () => !isShort(time) && !(await isOn(site)));
