import { expect, test } from 'vitest';
import { codePoints } from '../../../lib/schema/text.ts';

test('length is counted in code points', () => {
  expect(codePoints('')).toBe(0);
  expect(codePoints('aé😀')).toBe(3);
});
