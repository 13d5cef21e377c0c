/** How far the notification of one part of a waitlist has come. */
export interface Progress {
  part: number;
  /** Sort key of the last entry notified; absent before the first. */
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
  /** How many there could have been. */
  limit: number;
  now: string;
}

/** The progress once a batch has been notified; a batch that is not full is the part's last. */
export const nextProgress = ({ part, progress, entries, limit, now }: Batch): Progress => ({
  part,
  after: entries.at(-1)?.sk ?? progress?.after,
  notified: (progress?.notified ?? 0) + entries.length,
  done: entries.length < limit,
  updated_at: now,
});
