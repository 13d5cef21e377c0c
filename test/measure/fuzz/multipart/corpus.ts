/**
 * Multipart bodies that have to be read with care, and what each holds. Whoever finds another that a door took wrongly adds
 * it here; the fuzzer makes more of them.
 */

export interface CorpusBody {
  what: string;
  /** The boundary is `b` where this names none. */
  contentType?: string;
  /** Each character is a byte. */
  body: string;
  /** What the file's part says and holds, or undefined where the body holds no file that counts. */
  file?: { name: string | undefined; contentType?: string; content: string };
  /** Why its file is refused. */
  refused?: 'too large';
}

const lines = (...all: string[]): string => all.join('\r\n');

const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"';

const hello = lines(disposition, '', 'Hello');

const plain = lines('--b', hello, '--b--', '');

const helloFile = { name: 'a.txt', content: 'Hello' };

const withHeaders = (...headers: string[]): string => lines('--b', ...headers, '', 'Hello', '--b--', '');

export const corpus: readonly CorpusBody[] = [
  { what: 'a file', body: plain, file: helloFile },
  {
    what: 'a file of its own type',
    body: withHeaders(disposition, 'Content-Type: image/PNG'),
    file: { ...helloFile, contentType: 'image/png' },
  },

  { what: 'no line end after the closing delimiter', body: plain.slice(0, -2), file: helloFile },
  { what: 'an epilogue', body: `${plain}This is the epilogue. It is to be ignored.\r\n`, file: helloFile },
  { what: 'an epilogue in the closing line', body: `${plain.slice(0, -2)}epilogue`, file: helloFile },
  { what: 'an epilogue that looks like another file', body: lines(plain, hello, '--b--'), file: helloFile },
  { what: 'an epilogue of dashes', body: `${plain.slice(0, -2)}----`, file: helloFile },
  { what: 'a preamble', body: `This is the preamble. It is to be ignored.\r\n${plain}`, file: helloFile },
  {
    what: 'a preamble with the boundary within a line',
    body: `Here --b\r\n is no delimiter\r\n${plain}`,
    file: helloFile,
  },
  { what: 'a preamble of an empty line', body: `\r\n${plain}`, file: helloFile },
  { what: 'a preamble that ends in half a delimiter', body: `\r\n-\r\n-\r${plain}` },

  { what: 'nothing', body: '' },
  { what: 'the closing delimiter alone', body: '--b--' },
  { what: 'a delimiter alone', body: '--b\r\n' },
  { what: 'no delimiter', body: hello },
  { what: 'no closing delimiter', body: lines('--b', hello, '') },
  { what: 'a closing delimiter of one dash', body: lines('--b', hello, '--b-', '') },
  { what: 'a closing delimiter of another boundary', body: lines('--b', hello, '--c--', '') },
  { what: 'a closing delimiter within a line', body: lines('--b', `${hello}--b--`, '') },
  { what: 'line ends without a carriage return', body: plain.replaceAll('\r\n', '\n') },
  { what: 'blanks after a delimiter', body: plain.replace('--b\r\n', '--b  \r\n') },
  { what: 'a delimiter with more after it', body: lines('--b', disposition, '', 'Hello', '--bc', '--b--', '') },

  {
    what: 'content that looks like delimiters',
    body: lines('--b', disposition, '', '\r\n--\r\n-b\r\n--a\r\n\r--b', '--b--'),
    file: { name: 'a.txt', content: '\r\n--\r\n-b\r\n--a\r\n\r--b' },
  },
  {
    what: 'content that ends in a line end',
    body: lines('--b', disposition, '', 'Hello\r\n', '--b--'),
    file: { name: 'a.txt', content: 'Hello\r\n' },
  },
  {
    what: 'content of every byte',
    body: lines('--b', disposition, '', String.fromCharCode(...Array(256).keys()), '--b--'),
    file: { name: 'a.txt', content: String.fromCharCode(...Array(256).keys()) },
  },
  {
    what: 'content that is a multipart body itself',
    body: lines('--b', disposition, 'Content-Type: multipart/mixed; boundary=c', '', '--c', hello, '--c--', '--b--'),
    file: { name: 'a.txt', contentType: 'multipart/mixed', content: lines('--c', hello, '--c--') },
  },

  { what: 'headers that never end', body: lines('--b', disposition, 'Content-Type: text/plain') },
  { what: 'headers that end with the part', body: lines('--b', disposition, '--b--', '') },
  { what: "headers whose empty line is the delimiter's", body: lines('--b', disposition, '', '--b--', '') },
  { what: 'a part without headers', body: lines('--b', '', 'Hello', '--b--', '') },
  { what: 'a part without headers before the file', body: lines('--b', '', 'x', plain), file: helloFile },
  { what: 'more headers than a part may have', body: withHeaders(disposition, `X: ${'x'.repeat(17_000)}`) },
  {
    what: 'a thousand parts and one',
    body: `${lines(...Array.from({ length: 1000 }, () => lines('--b', disposition, '', '')))}\r\n${plain}`,
  },
  {
    what: 'many headers',
    body: withHeaders(...Array.from({ length: 100 }, (_, n) => `X-${n}: ${n}`), disposition),
    file: helloFile,
  },

  {
    what: 'headers in other letters',
    body: withHeaders('CONTENT-disposition:FORM-DATA;NAME="file";FileName=a.txt'),
    file: helloFile,
  },
  {
    what: 'a folded header',
    body: withHeaders('Content-Disposition: form-data;\r\n name="file";\r\n\tfilename="a.txt"'),
    file: helloFile,
  },
  {
    what: 'a header with a carriage return alone',
    body: withHeaders('Content-Disposition: form-data;\r name="file"; filename="a.txt"'),
  },
  {
    what: "two dispositions, the first the file's",
    body: withHeaders(disposition, 'Content-Disposition: form-data; name="other"'),
    file: helloFile,
  },
  {
    what: "two dispositions, the second the file's",
    body: withHeaders('Content-Disposition: form-data; name="other"', disposition),
  },
  {
    what: "two names, the last the file's",
    body: withHeaders('Content-Disposition: form-data; x=y; name="other"; name="file"; filename="a.txt"'),
    file: helloFile,
  },
  { what: 'another disposition', body: withHeaders('Content-Disposition: attachment; name="file"; filename="a.txt"') },
  { what: 'no disposition', body: withHeaders('Content-Type: text/plain') },
  {
    what: "a name in another's value",
    body: withHeaders('Content-Disposition: form-data; filename="; name=\\"file\\""; x="'),
  },
  { what: 'no name', body: withHeaders('Content-Disposition: form-data; filename="a.txt"') },
  { what: 'an empty name', body: withHeaders('Content-Disposition: form-data; name=""; filename="a.txt"') },
  {
    what: "a name of Object's prototype",
    body: lines(withHeaders('Content-Disposition: form-data; name="__proto__"; filename="a.txt"').slice(0, -7), plain),
    file: helloFile,
  },
  {
    what: 'a file name with quotes',
    body: withHeaders('Content-Disposition: form-data; name="file"; filename="a\\"b\\".txt"'),
    file: { name: 'a"b".txt', content: 'Hello' },
  },
  {
    what: 'a file name as browsers write it',
    body: withHeaders('Content-Disposition: form-data; name="file"; filename="a%22b%22%0D%0A%41.txt"'),
    file: { name: 'a"b"\r\n%41.txt', content: 'Hello' },
  },
  {
    what: 'a file name in folders',
    body: withHeaders('Content-Disposition: form-data; name="file"; filename="C:\\dir/a.txt"'),
    file: helloFile,
  },
  {
    what: 'a file name in an extended parameter',
    body: withHeaders('Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%e2%82%ac.txt'),
    file: { name: '€.txt', content: 'Hello' },
  },
  {
    what: 'an empty file name',
    body: withHeaders('Content-Disposition: form-data; name="file"; filename=""'),
    file: { name: '', content: 'Hello' },
  },
  {
    what: 'no file name, but bytes',
    body: withHeaders('Content-Disposition: form-data; name="file"', 'Content-Type: application/octet-stream'),
    file: { name: undefined, contentType: 'application/octet-stream', content: 'Hello' },
  },
  { what: "a text of the file's name", body: withHeaders('Content-Disposition: form-data; name="file"') },
  {
    what: "a text of the file's name, then the file",
    body: lines('--b', 'Content-Disposition: form-data; name="file"', '', 'text', plain),
    file: helloFile,
  },
  { what: 'an empty file', body: lines('--b', disposition, '', '', '--b--') },
  { what: 'an empty file, then another', body: lines('--b', disposition, '', '', plain), file: helloFile },
  {
    what: 'two files',
    body: lines('--b', hello, '--b', disposition.replace('a.txt', 'b.txt'), '', 'World', '--b--'),
    file: helloFile,
  },
  { what: 'two files, the second cut short', body: lines('--b', hello, '--b', disposition, '', 'Wor') },
  {
    what: 'a file larger than it may be',
    refused: 'too large',
    body: lines('--b', disposition, '', 'x'.repeat(5000), '--b--'),
  },

  { what: 'a boundary in quotes', contentType: 'multipart/form-data; boundary="b"', body: plain, file: helloFile },
  {
    what: 'a boundary with blanks',
    contentType: 'multipart/form-data; boundary="b c"',
    body: plain.replaceAll('--b', '--b c'),
    file: helloFile,
  },
  {
    what: 'a boundary of every other character',
    contentType: 'multipart/form-data; boundary="\'()+_,-./:=?"',
    body: plain.replaceAll('--b', "--'()+_,-./:=?"),
    file: helloFile,
  },
  {
    what: 'a boundary of 70 characters',
    contentType: `multipart/form-data; boundary=${'-'.repeat(70)}`,
    body: plain.replaceAll('--b', `--${'-'.repeat(70)}`),
    file: helloFile,
  },
  {
    what: 'a boundary of 71 characters',
    contentType: `multipart/form-data; boundary=${'x'.repeat(71)}`,
    body: plain.replaceAll('--b', `--${'x'.repeat(71)}`),
  },
  {
    what: 'a type in other letters, with more parameters',
    contentType: 'Multipart/Form-Data; charset=utf-8; BOUNDARY=b; x=y',
    body: plain,
    file: helloFile,
  },
  { what: 'no boundary', contentType: 'multipart/form-data', body: plain },
  { what: 'an empty boundary', contentType: 'multipart/form-data; boundary=', body: plain.replaceAll('--b', '--') },
  { what: 'another type', contentType: 'multipart/mixed; boundary=b', body: plain },
];
