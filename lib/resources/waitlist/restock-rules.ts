/** The notification progress of one shard of a waitlist. */
export interface Progress {
  part: number;
  /** Sort key of the last notified entry, with the digest of its address; absent before the first and after the last entry. */
  after?: string | undefined;
  notified: number;
  done: boolean;
  updated_at: string;
}

interface Batch {
  part: number;
  progress: Progress | undefined;
  /** The next entries of the shard, in the order of their sort keys. */
  entries: readonly { sk: string }[];
  /** The size of a full batch. */
  limit: number;
  now: string;
}

/** The progress after a batch. A batch that is not full is the last one of its shard. */
export const nextProgress = ({ part, progress, entries, limit, now }: Batch): Progress => ({
  part,
  after: entries.length < limit ? undefined : entries.at(-1)?.sk,
  notified: (progress?.notified ?? 0) + entries.length,
  done: entries.length < limit,
  updated_at: now,
});

interface Few {
  restock: { notify_at_most?: number | null };
  progress: Progress | undefined;
}

/** How many more shoppers a restock with `notify_at_most` can notify. */
export const shoppersLeft = ({ restock, progress }: Few): number =>
  (restock.notify_at_most ?? 0) - (progress?.notified ?? 0);

interface BatchOfFew extends Few {
  part: number;
  /** Shoppers of the batch. */
  notified: number;
  /** No shopper was found. */
  isEnd: boolean;
  now: string;
}

/** The progress after a batch of a restock with `notify_at_most`: done when that many shoppers are notified, or none waits. */
export const progressOfFew = ({ part, notified, isEnd, now, ...few }: BatchOfFew): Progress => ({
  part,
  notified: (few.progress?.notified ?? 0) + notified,
  done: isEnd || shoppersLeft(few) === notified,
  updated_at: now,
});

interface TotalProgress {
  /** Number of queued emails. It may differ from the number of shoppers who were waiting, because shoppers join and leave meanwhile. */
  notified: number;
  done: boolean;
  finished_at: string | null;
}

/** The notification progress of a waitlist with `parts` shards, from the progress of the started ones. */
export function totalProgress(progress: readonly Progress[], parts: number): TotalProgress {
  const done = progress.length === parts && progress.every((part) => part.done);
  const last = progress
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1);
  return {
    notified: progress.reduce((sum, { notified }) => sum + notified, 0),
    done,
    finished_at: (done && last) || null,
  };
}
