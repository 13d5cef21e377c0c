/** What a text of JSON says; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines of a text that comes in pieces, without their ends. Of a line of more than `longest` characters, at least its beginning. */
export async function* linesOf(
  text: AsyncIterable<string>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const [end = '', ...lines] = piece.split('\n');
    if (rest.length <= longest) rest += end;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== '') yield rest;
}
