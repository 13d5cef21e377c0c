/** The time that functions see: it stands still. */

/** Lets it be a time, in milliseconds since 1970. Answers what puts back the one before. */
export function stopClock(time: number): () => void {
  const before = Date.now;
  Date.now = () => time;
  return () => {
    Date.now = before;
  };
}

/** Does some work at a time. */
export async function at<T>(time: number, work: () => Promise<T>): Promise<T> {
  const putBack = stopClock(time);
  try {
    return await work();
  } finally {
    putBack();
  }
}
