import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamReceiver } from '../../../../lib/objects/receive-stream.ts';
import { inPieces, ofCorpus } from './bodies.ts';
import { corpus } from './corpus.ts';
import { type Door, functionDoor, type HttpDoors, receiverDoor, startHttpDoors } from './doors.ts';
import { fuzzMultipart, judge } from './fuzz.ts';
import { planted } from './planted.ts';

const receiver = receiverDoor('the receiver', streamReceiver);

let http: HttpDoors;
let doors: Door[];

beforeAll(async () => {
  http = await startHttpDoors();
  doors = [functionDoor, receiver, ...http.doors];
});

afterAll(async () => {
  expect(await http.stop()).toBe(0);
});

test.each(corpus)('$what is taken as what it is by every door, however it arrives', async (each) => {
  const { contentType, bytes, verdict } = ofCorpus(each);
  for (const length of [1, 2, 7, 65_536]) {
    await judge(doors, { contentType, pieces: inPieces(bytes, length), ends: true }, verdict);
  }
  await judge(doors, { contentType, pieces: inPieces(bytes, 7), ends: false }, verdict);
});

test('generated bodies are answered in bounded time, and by every door alike', async () => {
  const { bodies, fault, verdicts } = await fuzzMultipart(doors, { seed: 1, runs: 300 });

  expect(fault).toBeUndefined();
  expect(bodies).toBe(300);
  expect([...verdicts.keys()]).toEqual(
    expect.arrayContaining(['a file', 'no file', 'refused: too large', 'refused: wrong kind']),
  );
});

test.each(planted)('$door.name is noticed', { tags: 'power' }, async ({ door, noticed }) => {
  const { fault, bodies } = await fuzzMultipart([functionDoor, door], { seed: 1, runs: 1500 });

  expect(fault, `${bodies} bodies`).toMatch(door.name);
  expect(fault).toMatch(noticed);
});
