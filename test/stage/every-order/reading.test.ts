import { expect, test } from 'vitest';
import { isMadeOf } from './reading.ts';

const reply = (...data: object[]) => ({ body: { data, next: null } });
const entry = { id: 'gct_a', amount: -100, actor: { name: 'Ada', type: 'customer' } };
const erased = { ...entry, actor: { ...entry.actor, name: null } };

test('a report may show some of one moment and some of another, and nothing that was at none', () => {
  const other = { ...entry, id: 'gct_b' };

  expect(isMadeOf(reply(entry, other), [reply(entry), reply(other)])).toBe(true);
  expect(isMadeOf(reply({ ...entry, amount: -200 }), [reply(entry)])).toBe(false);
});

test('what is left of an entry may be shown only where someone is forgotten meanwhile', () => {
  expect(isMadeOf(reply(erased), [reply(entry)])).toBe(false);
  expect(isMadeOf(reply(erased), [reply(entry)], { isErased: true })).toBe(true);
});

test('someone who is forgotten excuses no other change', () => {
  for (const wrong of [
    { ...erased, amount: -200 },
    { ...erased, actor: { name: 'Grace', type: 'customer' } },
  ]) {
    expect(isMadeOf(reply(wrong), [reply(entry)], { isErased: true })).toBe(false);
  }
});
