/** What the processes of a test run leave behind for the tests of `test/run`, which come last. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Kind = 'used grants' | 'unconditional writes' | 'owned items' | 'refusals reached' | 'reads outside';

const kept: Record<Kind, Set<string>> = {
  'used grants': new Set(),
  'unconditional writes': new Set(),
  'owned items': new Set(),
  'refusals reached': new Set(),
  'reads outside': new Set(),
};

/** Keeps something for the end of the run. */
export const keep = (kind: Kind, what: string): unknown => kept[kind].add(what);

const folder = (): string => join(process.env.TEST_FOLDER ?? '', 'left-behind');

/** Leaves behind what this process has kept so far, where a run is in progress. */
export function leaveBehind(): void {
  if (process.env.TEST_FOLDER === undefined) return;
  mkdirSync(folder(), { recursive: true });
  const lists = Object.entries(kept).map(([kind, all]) => [kind, [...all]]);
  writeFileSync(join(folder(), `${process.pid}.json`), JSON.stringify(Object.fromEntries(lists)));
}

/** All that was left behind of a kind. */
export function leftBehind(kind: Kind): Set<string> {
  const left = existsSync(folder()) ? readdirSync(folder()) : [];
  return new Set(left.flatMap((file) => JSON.parse(readFileSync(join(folder(), file), 'utf8'))[kind] as string[]));
}
