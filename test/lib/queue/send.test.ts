import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf } from '../../../lib/queue/send.ts';

/** What SQS takes: any other character makes it refuse the whole message. */
const allowed = /^[\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

test('a message of any characters is one that SQS takes, and comes back as it was', () => {
  const named = (restock_id: string) => {
    expect(bodyOf({ restock_id })).toMatch(allowed);
    expect(JSON.parse(bodyOf({ restock_id }))).toEqual({ restock_id });
  };
  for (const text of ['\ufffe', 'a\uffffb', '\u0001', '\u007f', '鍵😀', '\\uffff']) named(text);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), named));
});
