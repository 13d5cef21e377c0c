import { expect, test } from 'vitest';
import { newGiftOptions } from '../../support/world/gift-options.ts';

test('201 with defaults for all that is left out', async () => {
  const { create, get } = await newGiftOptions();
  const { status, body } = await create({ name: 'Wrapping' });

  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^gft_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'Wrapping',
    description: '',
    price: 0,
    enabled: false,
    position: 0,
    image: null,
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect((await get(body.id)).body).toEqual(body);
});

test('a position left out goes after the last one, and stays 1000 at 1000', async () => {
  const { create } = await newGiftOptions();
  const positions: number[] = [];
  for (const option of [{ name: 'a' }, { name: 'b' }, { name: 'c', position: 999 }, { name: 'd' }, { name: 'e' }]) {
    positions.push((await create(option)).body.position);
  }
  expect(positions).toEqual([0, 1, 999, 1000, 1000]);
});

test('of 25 concurrent creates with distinct names exactly 20 succeed, each with a position of its own', async () => {
  const { create, list } = await newGiftOptions();
  const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => create({ name: `Option ${index}` })));
  const refused = answers.filter(({ status }) => status !== 201);

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  for (const { body } of refused) {
    expect(body).toEqual({ error: 'A site can have at most 20 gift options', code: 'INVALID_FIELD' });
  }
  const { body } = await list();
  expect(body.data.map(({ position }: { position: number }) => position)).toEqual([...Array(20).keys()]);
});

test('of 10 concurrent creates with one name exactly one succeeds', async () => {
  const { create } = await newGiftOptions();
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Wrapping' })));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
});
