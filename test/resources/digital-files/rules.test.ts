import { expect, test } from 'vitest';
import { cleanFileName, newDigitalFile } from '../../../lib/resources/digital-files/rules.ts';
import { codePoints } from '../../../lib/schema/text.ts';

const now = '2026-05-06T07:08:09Z';

test('a digital file has the size in bytes and the cleaned name of what was uploaded', () => {
  expect(newDigitalFile({ id: 'pdf_1', name: 'manuals/Teapot.pdf', size: 1024, now })).toEqual({
    id: 'pdf_1',
    file_name: 'Teapot.pdf',
    file_size: 1024,
    created_at: now,
    updated_at: now,
  });
  expect(newDigitalFile({ id: 'pdf_1', name: undefined, size: 1024, now }).file_name).toBe('file');
});

test.each([
  ['Teapot manual.pdf', 'Teapot manual.pdf'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Users\\Ada\\Teapot.pdf', 'Teapot.pdf'],
  ['..\\../Teapot.pdf', 'Teapot.pdf'],
  ['line\r\nbreak\u0000\u007f\u0085.pdf', 'linebreak.pdf'],
  ['multi\n/line', 'line'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u2066a\u2069\u200f\u061c\u2028\u2029.pdf', 'a.pdf'],
  ['half \ud83d.pdf', 'half \ufffd.pdf'],
  ['.profile', '.profile'],
  ['a.tar.gz', 'a.tar.gz'],
  ['.', 'file'],
  ['..', 'file'],
  ['...', '...'],
  ['folder/', 'file'],
  ['folder\\..', 'file'],
  ['\u0007', 'file'],
  ['', 'file'],
])('the file name %j is kept as %j', (name, kept) => {
  expect(cleanFileName(name)).toBe(kept);
});

test.each([
  ['of 255 characters is kept', `${'a'.repeat(251)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ['of 256 characters loses one before its ending', `${'a'.repeat(252)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ['is counted in code points', `${'🫖'.repeat(252)}.pdf`, `${'🫖'.repeat(251)}.pdf`],
  ['keeps the last of several endings', `a.b${'c'.repeat(300)}.gz`, `a.b${'c'.repeat(249)}.gz`],
  ['keeps an ending of 32 characters', `${'a'.repeat(300)}.${'b'.repeat(32)}`, `${'a'.repeat(222)}.${'b'.repeat(32)}`],
  ['takes nothing longer for an ending', `${'a'.repeat(250)}.${'b'.repeat(33)}`, `${'a'.repeat(250)}.bbbb`],
  ['takes no sentence for an ending', `${'a'.repeat(250)}. And more`, `${'a'.repeat(250)}. And`],
  ['without an ending is cut at its end', 'a'.repeat(300), 'a'.repeat(255)],
])('a long file name %s', (_, name, kept) => {
  expect(cleanFileName(name)).toBe(kept);
  expect(codePoints(cleanFileName(name))).toBeLessThanOrEqual(255);
});
