import { type Answer, Call } from './call.ts';

/** A page of a list. */
export interface Page<T> {
  data: T[];
  /** Whether another page follows. */
  has_more: boolean;
  /** Requests the next page. After the last page, returns undefined without a request. */
  next(): Promise<Page<T> | undefined>;
}

/** A page, as the service returns it. */
export interface Envelope<T> {
  data: T[];
  has_more: boolean;
  /** Where the next page begins, if not after the last item: the page may be empty. */
  next_after?: string | undefined;
}

/** Requests the page after the item with this id; undefined requests the first page. */
type ReadPage<T> = (after: string | undefined) => Promise<Answer<Envelope<T>>>;

/** A list: await its first page, or iterate over all items. Each page is requested once, when it is reached. */
export class List<T> extends Call<Page<T>> implements AsyncIterable<T> {
  constructor(read: ReadPage<T>) {
    let first: Promise<Answer<Page<T>>> | undefined;
    super(() => {
      first ??= pageAfter(undefined, read);
      return first;
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** The pages, each requested when it is reached. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let page: Page<T> | undefined = await this; page; page = await page.next()) yield page;
  }

  /** The first `limit` items, in one array. Throws a TypeError without a limit. */
  async toArray(options: { limit: number }): Promise<T[]> {
    const limit = options?.limit;
    if (!(limit >= 0)) throw new TypeError('toArray needs a limit, such as toArray({ limit: 250 })');
    const items: T[] = [];
    for await (const { data } of this.pages()) {
      items.push(...data);
      if (items.length >= limit) break;
    }
    return items.slice(0, limit);
  }
}

async function pageAfter<T>(after: string | undefined, read: ReadPage<T>): Promise<Answer<Page<T>>> {
  const { data: envelope, response } = await read(after);
  const last = envelope.has_more ? (envelope.next_after ?? idOf(envelope.data.at(-1))) : undefined;
  const next = async () => (last === undefined ? undefined : (await pageAfter(last, read)).data);
  return { data: { ...envelope, next }, response };
}

const idOf = (item: unknown): string | undefined =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : undefined;
