/** The files of `--products`, `--customers` and `--countries`: what the other system calls something, and what it is here. */
import { isPublicId } from '../../../lib/schema/ids.ts';
import { isBad, type Row, rowsOf } from '../files/rows.ts';
import type { Lookup } from './format.ts';

interface MapKind {
  isOurs(id: string): boolean;
  /** What the column `ours` must hold. */
  rule: string;
  /** A name as it is compared. */
  keyOf(theirs: string): string;
  /** The built-in values. */
  builtIn: readonly (readonly [string, string])[];
}

/** Email addresses have no case; ids of Shopify may have what they belong to before them. */
const idKey = (theirs: string): string => {
  const id = theirs
    .trim()
    .replace(/^'/, '')
    .replace(/^(?:gid:\/\/shopify\/\w+\/|shopify-)(?=\d+$)/, '');
  return id.includes('@') ? id.toLowerCase() : id;
};

const kinds = {
  products: { isOurs: (id) => isPublicId('product', id), rule: 'must be an id pro_…', keyOf: idKey, builtIn: [] },
  customers: { isOurs: (id) => isPublicId('customer', id), rule: 'must be an id cus_…', keyOf: idKey, builtIn: [] },
  countries: {
    isOurs: (id) => /^[1-9]\d{0,8}$/.test(id),
    rule: 'must be a whole number from 1',
    keyOf: (theirs) => theirs.trim().toLowerCase(),
    builtIn: [...['united states', 'us', 'usa'].map((name) => [name, '1'] as const), ['canada', '2'], ['ca', '2']],
  },
} as const satisfies Record<string, MapKind>;

/**
 * Reads a map, a file with the columns `theirs` and `ours`, into memory; without a file it holds what is built in. Throws for a row that
 * is wrong, or that maps a name a second time to something else.
 */
export async function lookupOf(kind: keyof typeof kinds, source?: AsyncIterable<Uint8Array>): Promise<Lookup> {
  const { keyOf, builtIn }: MapKind = kinds[kind];
  const known = new Map(builtIn);
  for await (const { theirs, ours } of source ? pairsOf(kinds[kind], source) : []) known.set(theirs, ours);
  return (theirs) => known.get(keyOf(theirs));
}

async function* pairsOf({ isOurs, rule, keyOf }: MapKind, source: AsyncIterable<Uint8Array>) {
  const { columns, rows } = await rowsOf(source);
  if (!columns.has('theirs') || !columns.has('ours')) throw new Error('a map needs the columns theirs and ours');
  const seen = new Map<string, string>();
  for await (const row of rows) {
    const wrong = (why: string) => new Error(`line ${row.line}: ${why}`);
    if (isBad(row)) throw wrong(row.rule);
    const [theirs, ours] = [keyOf(cellOf(row, 'theirs')), cellOf(row, 'ours').trim()];
    if (theirs === '') throw wrong('theirs is empty');
    if (!isOurs(ours)) throw wrong(`ours ${rule}`);
    if ((seen.get(theirs) ?? ours) !== ours) throw wrong('theirs is mapped to something else on a line before');
    seen.set(theirs, ours);
    yield { theirs, ours };
  }
}

const cellOf = ({ cells }: Row, name: string): string => cells.get(name) ?? '';
