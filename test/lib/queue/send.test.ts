import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { bodyOf, send, sqs } from '../../../lib/queue/send.ts';
import { queueNames } from '../../../lib/resources/background.ts';

/** What SQS takes of a message's characters; any other makes it refuse the whole message. */
const isTaken = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return (
    [9, 10, 13].includes(point) ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point !== 0xfffe && point !== 0xffff)
  );
};

test('a message of any characters is one that SQS takes, and comes back as it was', () => {
  const named = (restock_id: string) => {
    expect([...bodyOf({ restock_id })].filter((character) => !isTaken(character))).toEqual([]);
    expect(JSON.parse(bodyOf({ restock_id }))).toEqual({ restock_id });
  };
  for (const text of ['\ufffe', 'a\uffffb', '\u0001', '\u007f', '鍵😀', '\\uffff']) named(text);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), named));
});

test.each(queueNames)(
  'a message in the queue %s is of the group of its store, so that no store waits for another',
  async (queue) => {
    const sent = vi.spyOn(sqs, 'send').mockImplementation(async () => ({}));
    await send(queue, [{ store_id: 'sto_1' }, { detail: { store_id: 'sto_2' } }], 0);

    expect(sent.mock.calls[0]?.[0].input).toMatchObject({
      Entries: [{ MessageGroupId: 'sto_1' }, { MessageGroupId: 'sto_2' }],
    });
  },
);
