/** Looks for a person in everything that the service keeps: items, objects, messages and log lines. */
import { createHash } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, requestTable, storeTable } from '../../lib/table/client.ts';
import { objectAt, objectsUnder } from './aws/objects.ts';

/** Something that is kept, and where. */
export interface Kept {
  place: string;
  text: string;
}

/** What is the same to a reader is the same here: letter case, accents, composition, escapes of URLs and of JSON. */
const folded = (text: string): string =>
  text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString())
    .replaceAll('+', ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

/** How a word looks in base64, wherever in the bytes it begins; the characters at its ends belong to its neighbors too. */
const inBase64 = (word: string): string[] =>
  [0, 1, 2].map((shift) => {
    const coded = Buffer.concat([Buffer.alloc(shift), Buffer.from(word)])
      .toString('base64')
      .replaceAll('=', '');
    return coded.slice(shift === 0 ? 0 : shift + 1, -2);
  });

const digests = (word: string): string[] =>
  [word, word.toLowerCase()].flatMap((each) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => createHash('sha256').update(each).digest(form)),
  );

/** Where kept data identifies a person: by any of these words, in any form, or by the digest of an email address. */
export function tracesOf(words: readonly string[], kept: readonly Kept[]): string[] {
  const plain = words.map(folded);
  const coded = words.flatMap((word) => [...inBase64(word), ...inBase64(word.toLowerCase())]);
  const hashed = words.filter((word) => word.includes('@')).flatMap(digests);
  return kept.flatMap(({ place, text }) => {
    const read = folded(text);
    const found = [
      ...plain.filter((word) => read.includes(word)),
      ...[...coded, ...hashed].filter((word) => text.includes(word)),
    ];
    return found.length > 0 ? [`${place}: ${found[0]}`] : [];
  });
}

/** Every item of both tables. */
export async function keptInTables(): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const TableName of [storeTable(), requestTable()]) {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await dynamodb.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }));
      for (const item of page.Items ?? []) kept.push({ place: `item ${item.pk} ${item.sk ?? ''}`, text: textOf(item) });
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }
  return kept;
}

/** Bytes as text, in both encodings. */
const readBoth = (bytes: Buffer): string => `${bytes.toString()} ${bytes.toString('latin1')}`;

const textOf = (item: object): string =>
  JSON.stringify(item, (_, value) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? readBoth(Buffer.from(value)) : value;
  });

/** Every object of the bucket that belongs to a store, by its name and by what it holds. */
export async function keptInBucket(store: string): Promise<Kept[]> {
  const objects = (await objectsUnder('')).filter((key) => key.includes(store) || key.startsWith('media/'));
  return Promise.all(
    objects.map(async (key) => ({
      place: `object ${key}`,
      text: `${key} ${readBoth((await objectAt(key))?.bytes ?? Buffer.alloc(0))}`,
    })),
  );
}
