/** The proofs whose figures stand on the page of proofs: how each is made again, and of which code it speaks. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export interface Proof {
  /** Of its report, and of its place on the page. */
  name: string;
  /** Of the script in package.json. */
  script: string;
  args: readonly string[];
  /** Folders of the code that its figures speak of. */
  code: readonly string[];
}

const root = resolve(import.meta.dirname, '../../..');

const service = ['functions', 'lib'];

export const proofs: readonly Proof[] = [
  { name: 'faults', script: 'faults', args: ['--runs', '1000000', '--seconds', '300'] },
  { name: 'upgrade', script: 'faults', args: ['--upgrade', '--runs', '200'] },
  { name: 'interleavings', script: 'interleavings', args: ['--orders', '3', '--samples', '1', '--seconds', '200'] },
  { name: 'judge', script: 'judge', args: [] },
  { name: 'fuzz', script: 'fuzz', args: [] },
  { name: 'floods', script: 'floods', args: [] },
  { name: 'load', script: 'load', args: [] },
  { name: 'load-events', script: 'load:events', args: [] },
  { name: 'restock', script: 'bench:restock', args: [] },
  { name: 'mutation', script: 'mutation', args: [] },
  {
    name: 'capacity',
    script: 'capacity',
    args: [...['orders', 'joins'].flatMap(atRate(1000)), ...atRate(500)('reviews')],
  },
  { name: 'bench', script: 'bench', args: ['--processes', '3', '--items', '10000'] },
].map((proof) => ({ ...proof, code: service }));

function atRate(each: number) {
  return (what: string): string[] => ['--store', `${what}=${each}/s`];
}

/** What only says something to a reader: no figure depends on it. */
const wordsOnly = /^lib\/(?:client\/|resources\/(?:\S+\/)?examples\b)/;

/** The code as it is now, in so many letters and digits; another wherever a byte of it differs. */
export function codeOf({ code }: Pick<Proof, 'code'>, from = root): string {
  const files = code
    .flatMap((folder) => readdirSync(join(from, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((file) => !wordsOnly.test(file));
  const digest = createHash('sha256');
  for (const file of files.toSorted()) {
    digest.update(`${file}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(from, file)))
        .digest(),
    );
  }
  return digest.digest('hex').slice(0, 12);
}

/** How a page says of which code a figure is. */
export const codeMark = (code: string): string => `of code \`${code}\``;

/** The names of the proofs whose figures a page lacks, or has of other code than there is. */
export const staleIn = (page: string, from = root): string[] =>
  proofs
    .filter((proof) => {
      const [, part = ''] = page.split(`<!-- ${proof.name}:begin -->`);
      const [shown = ''] = part.split(`<!-- ${proof.name}:end -->`);
      return !shown.includes(codeMark(codeOf(proof, from)));
    })
    .map(({ name }) => name);
