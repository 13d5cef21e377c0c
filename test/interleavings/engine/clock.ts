/** The time that functions see: it stands still. */

/** Does some work at a time, in milliseconds since 1970. */
export async function at<T>(time: number, work: () => Promise<T>): Promise<T> {
  const before = Date.now;
  Date.now = () => time;
  try {
    return await work();
  } finally {
    Date.now = before;
  }
}
