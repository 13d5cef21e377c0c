/** The notification progress of one part of a waitlist. */
export interface Progress {
  part: number;
  /**
   * Sort key of the last entry notified, which contains an address's digest; absent before the first, and once all are
   * done.
   */
  after?: string | undefined;
  notified: number;
  done: boolean;
  updated_at: string;
}

interface Batch {
  part: number;
  progress: Progress | undefined;
  /** The next entries of the part, in the order of their sort keys. */
  entries: readonly { sk: string }[];
  /** The size of a full batch. */
  limit: number;
  now: string;
}

/** The progress once a batch has been notified; a batch that is not full is the part's last. */
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

/** How many shoppers a restock of a few may still notify. */
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

/** The same for a restock of a few: it is done once so many are notified, or no shopper waits. */
export const progressOfFew = ({ part, notified, isEnd, now, ...few }: BatchOfFew): Progress => ({
  part,
  notified: (few.progress?.notified ?? 0) + notified,
  done: isEnd || shoppersLeft(few) === notified,
  updated_at: now,
});

interface TotalProgress {
  /** Shoppers with a queued email; it may differ from those who were waiting, as shoppers come and go meanwhile. */
  notified: number;
  done: boolean;
  finished_at: string | null;
}

/** The notification progress of a waitlist with `parts` parts, by the progress of the started ones. */
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
