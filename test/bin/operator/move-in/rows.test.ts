import { describe, expect, test } from 'vitest';
import { isBad, type Row, rowsOf } from '../../../../bin/operator/files/rows.ts';
import { allOf } from '../../../support/move-in/files.ts';

async function* piecesOf(...pieces: (string | Uint8Array)[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

async function read(...pieces: (string | Uint8Array)[]) {
  const { rows } = await rowsOf(piecesOf(...pieces));
  const all = await allOf(rows);
  return all.map((row) => (isBad(row) ? row : { line: row.line, ...Object.fromEntries(row.cells) }));
}

describe('a file of CSV', () => {
  test.each([',', ';', '\t'])('is separated by %j, as its header is', async (separator) => {
    const other = separator === ',' ? ';' : ',';
    const text = `"a${other}${other}1"${separator}b\nx${other}y${separator}2\n`;

    expect(await read(text)).toEqual([{ line: 2, a_1: `x${other}y`, b: '2' }]);
  });

  test.each(['\n', '\r\n', '\r'])(
    'keeps the line numbers of rows with line ends %j, quoted ones and empty rows too',
    async (end) => {
      const text = ['', 'a,b', '"one', 'two",1', '', ',', ' , ', '3,4'].join(end);

      expect(await read(text)).toEqual([
        { line: 3, a: `one${end}two`, b: '1' },
        { line: 8, a: '3', b: '4' },
      ]);
    },
  );

  test('has bad rows if cells are missing or too many, and continues after them', async () => {
    expect(await read('a,b\n1\n1,2,3\n1,2\n')).toEqual([
      { line: 2, column: '', rule: 'the row has 1 cells, the header 2' },
      { line: 3, column: '', rule: 'the row has 3 cells, the header 2' },
      { line: 4, a: '1', b: '2' },
    ]);
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff"a;a";b\nÄ 🫖;2\n')],
    ['UTF-16, little end first', Buffer.from('\ufeff"a;a";b\nÄ 🫖;2\n', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeff"a;a";b\nÄ 🫖;2\n', 'utf16le').swap16()],
  ])('is read in %s, byte for byte', async (_, bytes) => {
    expect(await read(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual([{ line: 2, a_a: 'Ä 🫖', b: '2' }]);
  });

  test('keeps a quote within a cell, and takes away the apostrophe before a formula', async () => {
    expect(await read(`a,b\n5" vase,'=1+1\n`)).toEqual([{ line: 2, a: '5" vase', b: '=1+1' }]);
  });

  test('is refused where it is in another encoding, empty, or has a quote that is never closed', async () => {
    await expect(read(Buffer.from('a,b\n\u00e9,1\n', 'latin1'))).rejects.toThrow('not UTF-8');
    await expect(read('')).rejects.toThrow('the file is empty');
    await expect(read('\n\n')).rejects.toThrow('the file is empty');
    await expect(read('a,b\n1,2\n3,"4\n5,6\n')).rejects.toThrow('row 3 (the header is row 1): check its quotes');
  });

  test('is refused where a quote swallows more than a row may have', async () => {
    const pieces = Array.from({ length: 110 }, () => 'x,y\n'.repeat(10_000));

    await expect(read('a,b\n1,"2\n', ...pieces)).rejects.toThrow('row 2 (the header is row 1): check its quotes');
  });
});

describe('a file of JSON Lines', () => {
  test('has the fields of objects inside by their path, and no lists', async () => {
    expect(await read('\ufeff\n{"id":"1","isOn":true,"money":{"amount":25.5},"list":[1],"none":null}\r\n')).toEqual([
      { line: 2, id: '1', is_on: 'true', money_amount: '25.5' },
    ]);
  });

  test('has bad rows where a line is no object, or a number has lost digits', async () => {
    expect(await read('{"id":1}\n[1]\n{"id":12345678901234567890}\n{"id":2}')).toEqual([
      { line: 1, id: '1' },
      { line: 2, column: '', rule: 'the line must be a JSON object' },
      { line: 3, column: 'id', rule: 'a number of more than 15 digits must be a string' },
      { line: 4, id: '2' },
    ]);
  });

  test('is read from its first object on; without one it is refused', async () => {
    const rule = 'the line must be a JSON object';

    expect(await read('{"id":1\n{"id":2}\n')).toEqual([
      { line: 1, column: '', rule },
      { line: 2, id: '2' },
    ]);
    await expect(read('{\n"id":1\n}\n')).rejects.toThrow(`line 1: ${rule}`);
    await expect(read('{\n'.repeat(200), '{"id":2}\n')).rejects.toThrow(`line 1: ${rule}`);
  });

  test('has a bad row for a line that is too long, and none for objects that are too deep', async () => {
    const long = `{"id":"${'x'.repeat(5 * 1024 * 1024)}"}`;
    const deep = `{"id":"2","x":${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;

    expect(
      await read('{"id":"1"}\n', long.slice(0, 3_000_000), long.slice(3_000_000), '\n', deep, '\n{"id":"3"}'),
    ).toEqual([
      { line: 1, id: '1' },
      { line: 2, column: '', rule: 'the line is longer than 4 MiB' },
      { line: 3, id: '2' },
      { line: 4, id: '3' },
    ]);
  });
});

test.each([
  [200_000, 'CSV', 'a,b\n', (row: number) => `${row},"two\nlines"\n`],
  [20_000, 'JSON Lines', '', (row: number) => `{"a":${row},"b":"x"}\n`],
])(
  'of %i rows of %s, few are in memory at a time',
  { tags: 'long', timeout: 60_000 },
  async (count, _, header, rowOf) => {
    const inPiece = 20;
    const asked = { rows: 0, most: 0 };
    async function* file() {
      yield Buffer.from(header);
      while (asked.rows < count) {
        const piece = Array.from({ length: inPiece }, (_, place) => rowOf(asked.rows + place)).join('');
        asked.rows += inPiece;
        yield Buffer.from(piece);
      }
    }

    let [read, last]: [number, Row | undefined] = [0, undefined];
    for await (const row of (await rowsOf(file())).rows) {
      read += 1;
      if (!isBad(row)) last = row;
      asked.most = Math.max(asked.most, asked.rows - read);
    }

    expect(read).toBe(count);
    expect(last?.cells.get('a')).toBe(String(count - 1));
    expect(asked.most).toBeGreaterThan(0);
    expect(asked.most).toBeLessThan(5000);
  },
);
