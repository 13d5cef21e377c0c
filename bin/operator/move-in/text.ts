/** The byte order marks of UTF-16. TextDecoder itself removes that of UTF-8. */
const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' } as const;

/** Decodes a file of UTF-8, or of UTF-16 with its byte order mark, as it is read. Throws where the file is neither. */
export async function* textOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let start = Buffer.alloc(0);
  try {
    for await (const bytes of source) {
      if (decoder) {
        yield decoder.decode(bytes, { stream: true });
        continue;
      }
      start = Buffer.concat([start, bytes]);
      if (start.length < 2) continue;
      decoder = decoderFor(start);
      yield decoder.decode(start, { stream: true });
    }
    yield decoder ? decoder.decode() : decoderFor(start).decode(start);
  } catch (error) {
    throw error instanceof TypeError ? new Error('not UTF-8: save the file as CSV in UTF-8') : error;
  }
}

function decoderFor(start: Buffer) {
  const mark = start.toString('hex', 0, 2);
  return new TextDecoder(mark === 'fffe' || mark === 'feff' ? utf16[mark] : 'utf-8', { fatal: true });
}
