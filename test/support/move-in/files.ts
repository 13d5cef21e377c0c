/** A file that is a text, in one piece. */
export async function* fileOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** All that comes. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
