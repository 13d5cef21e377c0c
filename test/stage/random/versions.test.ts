/**
 * An upgrade while a store is in use, and that a release which takes something away from the one before is noticed. That a write drops what
 * it does not know is noticed by `later-attributes.test.ts`.
 */
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundleOf, type Code, codeOf, type Edit } from '../../releases/code.ts';
import { lastRelease } from '../../releases/release.ts';
import { areas } from '../../requests/all.ts';
import { simulate } from './simulation.ts';
import { release } from './versions.ts';

const root = resolve(import.meta.dirname, '../../..');

let last: Code;

beforeAll(async () => {
  last = await release(lastRelease());
});

test('functions of the last release and of this one serve a store at once, and nothing is lost or done twice', async () => {
  for (let seed = 1; seed <= 2; seed += 1) {
    const { violation } = await simulate(seed, { withEvents: true, versions: { last } });
    const seen = violation && [violation.message, ...violation.evidence].join('\n');
    expect(seen, `npm run measure -- faults --upgrade --seed ${seed} --runs 1`).toBeUndefined();
  }
});

const records = 'lib/resources/gift-options/records.ts';
const created = 'items.create(keys.giftOption(store, read.site, option.id), option),';
const changed = 'items.change(keys.giftOption(store, read.site, option.id), option, next),';
const reader = 'const read = readerOf(giftOption);';

/** Gift options are stored as `stored` makes them, and read as `read` does. */
const storedOtherwise = (stored: string, read: string): readonly Edit[] => [
  { file: records, from: created, to: created.replace(', option),', ', stored(option)),') },
  { file: records, from: changed, to: changed.replace(', next),', ', stored(next)),') },
  {
    file: records,
    from: reader,
    to: `const asRead = readerOf(giftOption); const stored = ${stored}; const read = ${read};`,
  },
];

const options = /gift options/;

test.each<[string, RegExp, readonly Edit[]]>([
  [
    'an attribute has another name',
    options,
    storedOtherwise(
      '({ price, ...option }: any) => ({ ...option, cost: price })',
      '({ cost, ...item }: any) => asRead({ ...item, price: cost })',
    ),
  ],
  [
    'an attribute that is added has no default',
    options,
    storedOtherwise(
      '(option: any) => ({ ...option, paper: "A4" })',
      '(item: any) => asRead({ ...item, name: item.name + item.paper.slice(2) })',
    ),
  ],
  [
    'a status means something else',
    options,
    storedOtherwise(
      '(option: any) => ({ ...option, enabled: !option.enabled })',
      '(item: any) => asRead({ ...item, enabled: !item.enabled })',
    ),
  ],
  ['a key is another', options, [{ file: 'lib/table/keys.ts', from: '`GIFTOPTION#', to: '`OPTION#' }]],
  [
    'a field of an event is gone',
    /reviews/,
    [{ file: 'lib/resources/reviews/events.ts', from: '  rating: review.rating,\n', to: '' }],
  ],
])('where %s, it is noticed', { tags: 'power' }, async (_, area, edits) => {
  const today = await codeOf(await bundleOf(root, edits));
  const among = areas.filter(({ name }) => area.test(name));
  let noticed: string | undefined;
  for (let seed = 1; seed <= 12 && noticed === undefined; seed += 1) {
    const { violation } = await simulate(seed, { among, withEvents: true, versions: { last, today } });
    noticed = violation?.message;
  }
  expect(noticed).toBeDefined();
});
