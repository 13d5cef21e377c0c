import { expect, test } from 'vitest';
import { type Flooded, flood, isWithstood } from './floods.command.ts';

/** Those that a time-out ends take as long as it does. */
const patient = new Set(['headers that never end', 'slow uploads with a good key', 'more connections than it takes']);

const flooded: Flooded[] = [];

test('every attack gets what it must, and nobody else loses a request', async () => {
  const { left } = await flood(
    {
      requests: 25,
      connections: 8,
      seconds: 20,
      uploadBytes: 2 * 1024 * 1024,
      chosen: ({ name }) => !patient.has(name),
    },
    (one) => flooded.push(one),
  );

  // Whether someone is slow is the machine's matter.
  const judged = flooded.map((one) => ({ ...one, noticed: { ...one.noticed, slowerThanASecond: 0 } }));
  expect(judged.filter((one) => !isWithstood(one))).toEqual([]);
  expect(judged.length).toBeGreaterThan(10);
  expect(left).toEqual([]);
});

test.each<[string, (one: Flooded) => Partial<Flooded>]>([
  ['an answer that is not the right one', ({ endings }) => ({ endings: new Map([...endings, [500, 1]]) })],
  ['a client that is held open', ({ endings }) => ({ endings: new Map([...endings, ['held open', 1]]) })],
  ['calls to AWS', ({ attack }) => ({ calls: attack.callsAtMost + 1 })],
  ['a request that a bystander loses', ({ noticed }) => ({ noticed: { ...noticed, lost: 1 } })],
  ['a bystander who waits', ({ noticed }) => ({ noticed: { ...noticed, slowerThanASecond: 1 } })],
  ['a bystander who is not there', ({ noticed }) => ({ noticed: { ...noticed, requests: 0 } })],
  ['a genuine upload that fails', ({ attack }) => ({ attack: { ...attack, besideUpload: true }, upload: 500 })],
])('the judgement notices %s', (_, fault) => {
  const [one] = flooded;
  if (!one) throw new Error('Nothing has been flooded');
  const withstood = { ...one, noticed: { requests: 1, lost: 0, slowerThanASecond: 0, slowest: 1 } };

  expect(isWithstood(withstood)).toBe(true);
  expect(isWithstood({ ...withstood, ...fault(withstood) })).toBe(false);
});
