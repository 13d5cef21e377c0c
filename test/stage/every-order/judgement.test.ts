import { describe, expect, test } from 'vitest';
import type { Mail } from '../engine/actor.ts';
import { type Judged, judge, lastOfEach } from './judgement.ts';

const writing = (name: string): Judged => ({ name, isReading: false });
const reading = (name: string): Judged => ({ name, isReading: true });
const deleting = (name: string): Judged => ({ ...writing(name), endpoint: { method: 'DELETE' } });

const hears = (agent: string, status: number, body: unknown = null) =>
  `${agent} hears ${JSON.stringify({ body, status })}`;

const refused = expect.objectContaining({ what: 'As if neither had come after the other' });

describe('of two who write', () => {
  const both = [writing('adjust-gift-card'), writing('adjust-gift-card')] as const;
  const before = ['item card {"balance":300}', hears('first', 201), hears('second', 400)];
  const after = ['item card {"balance":200}', hears('first', 400), hears('second', 201)];

  test('what is as one after the other passes', () => {
    expect(judge(before, [before, after], both)).toBe('serial');
    expect(judge(after, [before, after], both)).toBe('serial');
  });

  test('what only one would leave does not, nor a mixture', () => {
    for (const wrong of [
      ['item card {"balance":300}', hears('first', 201), hears('second', 201)],
      ['item card {"balance":200}', hears('first', 201), hears('second', 400)],
      before.slice(1),
      [...before, 'mail {"to":"ada@example.com"}'].toSorted(),
    ]) {
      expect(judge(wrong, [before, after], both)).toEqual(refused);
    }
  });
});

describe('beside a list', () => {
  const both = [reading('list-gift-options'), writing('update-gift-option')] as const;
  const list = (...data: object[]) => hears('first', 200, { data });
  const [ribbon, silk, box] = [
    { id: 'a', name: 'Ribbon' },
    { id: 'a', name: 'Silk' },
    { id: 'b', name: 'Box' },
  ];
  const written = [hears('second', 200), 'item option Silk'];
  const expected = [
    [list(ribbon, box), ...written],
    [list(silk, box), ...written],
  ];

  test('one that shows some of either passes', () => {
    expect(judge([list(ribbon, silk, box), ...written], expected, both)).toBe('lists');
  });

  test('one that shows what never was does not', () => {
    expect(judge([list({ ...silk, id: 'c' }), ...written], expected, both)).toEqual(refused);
  });

  test('it excuses nothing else that is different', () => {
    expect(judge([list(silk), hears('second', 200), 'item option Ribbon'], expected, both)).toEqual(refused);
    expect(judge([list(silk), hears('second', 404), 'item option Silk'], expected, both)).toEqual(refused);
  });

  test('what a command that writes answers is no list', () => {
    const writers = [writing('update-gift-option'), both[1]] as const;

    expect(judge([list(ribbon, silk, box), ...written], expected, writers)).toEqual(refused);
  });
});

describe('of restocks', () => {
  const both = [writing('work-on-waitlist: one part'), writing('restock-variant')] as const;
  const restock = (notifying: number, others = 'item left') => [others, `item restock {"notifying":${notifying}}`];
  const expected = [restock(2), restock(5)];

  test('a count within those of one after the other passes while another one is worked on', () => {
    expect(judge(restock(3), expected, both)).toBe('lists');
  });

  test('more than ever waited, or fewer, do not', () => {
    expect(judge(restock(6), expected, both)).toEqual(refused);
    expect(judge(restock(1), expected, both)).toEqual(refused);
  });

  test('a count excuses nothing else, and no count is excused where no restock is worked on', () => {
    expect(judge(restock(3, 'item right'), expected, both)).toEqual(refused);
    expect(judge(restock(3), expected, [writing('join-waitlist'), both[1]])).toEqual(refused);
  });
});

describe('of two who delete', () => {
  const both = [deleting('delete-gift-option'), deleting('delete-gift-option')] as const;
  const expected = [
    [hears('first', 204), hears('second', 404)],
    [hears('first', 404), hears('second', 204)],
  ];

  test('both may hear that it is gone', () => {
    expect(judge([hears('first', 404), hears('second', 404)], expected, both)).toBe('deletions');
  });

  test('none may hear anything else, and what was deleted is gone', () => {
    expect(judge([hears('first', 204), hears('second', 409)], expected, both)).toEqual(refused);
    expect(judge([hears('first', 404), hears('second', 404), 'item option'], expected, both)).toEqual(refused);
  });

  test('who does not delete must hear what is true', () => {
    const one = [both[0], writing('update-gift-option')] as const;

    expect(judge([hears('first', 404), hears('second', 200)], expected, one)).toEqual(refused);
  });
});

describe('of emails that go out twice', () => {
  const code = 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345';
  const mail = (fields: Partial<Mail> = {}): Mail => ({
    to: 'ada@example.com',
    subject: 'A gift card',
    text: `Your code: ${code}`,
    ...fields,
  });

  test('the last one counts, with any name of the shop in it', () => {
    const renamed = mail({ subject: 'A gift card from Looms' });

    expect(lastOfEach([mail(), renamed])).toEqual([renamed]);
  });

  test.each([
    ['another code', { text: `Your code: ${code.replace('ABCD', 'DCBA')}` }],
    ['another recipient', { to: 'grace@example.com' }],
    ['no code and another subject', { text: 'It is back', subject: 'Teapot is back' }],
  ])('one with %s is another email', (_, fields) => {
    expect(lastOfEach([mail(), mail(fields)])).toHaveLength(2);
  });
});
