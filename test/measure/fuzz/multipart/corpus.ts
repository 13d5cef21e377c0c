/**
 * Multipart bodies that have to be read with care, and what each holds. If a door takes another one wrongly, add
 * it here: the fuzzer makes more of them.
 */

export interface CorpusBody {
  what: string;
  /** The boundary is `b` where this names none. */
  contentType?: string;
  /** Each character is a byte. */
  body: string;
  /** What the file's part says and holds, or undefined if the body holds no file that counts. */
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

type Row = (what: string, body: string, contentType?: string) => CorpusBody;

const holdsNoFile: Row = (what, body, contentType) => ({ what, body, ...(contentType && { contentType }) });
const holdsHello: Row = (...row) => ({ ...holdsNoFile(...row), file: helloFile });

export const corpus: readonly CorpusBody[] = [
  holdsHello('a file', plain),
  {
    what: 'a file of its own type',
    body: withHeaders(disposition, 'Content-Type: image/PNG'),
    file: { ...helloFile, contentType: 'image/png' },
  },

  holdsHello('no line end after the closing delimiter', plain.slice(0, -2)),
  holdsHello('an epilogue', `${plain}This is the epilogue. It is to be ignored.\r\n`),
  holdsHello('an epilogue in the closing line', `${plain.slice(0, -2)}epilogue`),
  holdsHello('an epilogue that looks like another file', lines(plain, hello, '--b--')),
  holdsHello('an epilogue of dashes', `${plain.slice(0, -2)}----`),
  holdsHello('a preamble', `This is the preamble. It is to be ignored.\r\n${plain}`),
  holdsHello('a preamble with the boundary within a line', `Here --b\r\n is no delimiter\r\n${plain}`),
  holdsHello('a preamble of an empty line', `\r\n${plain}`),
  holdsNoFile('a preamble that ends in half a delimiter', `\r\n-\r\n-\r${plain}`),

  holdsNoFile('nothing', ''),
  holdsNoFile('the closing delimiter alone', '--b--'),
  holdsNoFile('a delimiter alone', '--b\r\n'),
  holdsNoFile('no delimiter', hello),
  holdsNoFile('no closing delimiter', lines('--b', hello, '')),
  holdsNoFile('a closing delimiter of one dash', lines('--b', hello, '--b-', '')),
  holdsNoFile('a closing delimiter of another boundary', lines('--b', hello, '--c--', '')),
  holdsNoFile('a closing delimiter within a line', lines('--b', `${hello}--b--`, '')),
  holdsNoFile('line ends without a carriage return', plain.replaceAll('\r\n', '\n')),
  holdsNoFile('blanks after a delimiter', plain.replace('--b\r\n', '--b  \r\n')),
  holdsNoFile('a delimiter with more after it', lines('--b', disposition, '', 'Hello', '--bc', '--b--', '')),

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

  holdsNoFile('headers that never end', lines('--b', disposition, 'Content-Type: text/plain')),
  holdsNoFile('headers that end with the part', lines('--b', disposition, '--b--', '')),
  holdsNoFile("headers whose empty line is the delimiter's", lines('--b', disposition, '', '--b--', '')),
  holdsNoFile('a part without headers', lines('--b', '', 'Hello', '--b--', '')),
  holdsHello('a part without headers before the file', lines('--b', '', 'x', plain)),
  holdsNoFile('more headers than a part may have', withHeaders(disposition, `X: ${'x'.repeat(17_000)}`)),
  holdsNoFile(
    'a thousand parts and one',
    `${lines(...Array.from({ length: 1000 }, () => lines('--b', disposition, '', '')))}\r\n${plain}`,
  ),
  holdsHello('many headers', withHeaders(...Array.from({ length: 100 }, (_, n) => `X-${n}: ${n}`), disposition)),

  holdsHello('headers in other letters', withHeaders('CONTENT-disposition:FORM-DATA;NAME="file";FileName=a.txt')),
  holdsHello('a folded header', withHeaders('Content-Disposition: form-data;\r\n name="file";\r\n\tfilename="a.txt"')),
  holdsNoFile(
    'a header with a carriage return alone',
    withHeaders('Content-Disposition: form-data;\r name="file"; filename="a.txt"'),
  ),
  holdsHello(
    "two dispositions, the first the file's",
    withHeaders(disposition, 'Content-Disposition: form-data; name="other"'),
  ),
  holdsNoFile(
    "two dispositions, the second the file's",
    withHeaders('Content-Disposition: form-data; name="other"', disposition),
  ),
  holdsHello(
    "two names, the last the file's",
    withHeaders('Content-Disposition: form-data; x=y; name="other"; name="file"; filename="a.txt"'),
  ),
  holdsNoFile('another disposition', withHeaders('Content-Disposition: attachment; name="file"; filename="a.txt"')),
  holdsNoFile('no disposition', withHeaders('Content-Type: text/plain')),
  holdsNoFile(
    "a name in another's value",
    withHeaders('Content-Disposition: form-data; filename="; name=\\"file\\""; x="'),
  ),
  holdsNoFile('no name', withHeaders('Content-Disposition: form-data; filename="a.txt"')),
  holdsNoFile('an empty name', withHeaders('Content-Disposition: form-data; name=""; filename="a.txt"')),
  holdsHello(
    "a name of Object's prototype",
    lines(withHeaders('Content-Disposition: form-data; name="__proto__"; filename="a.txt"').slice(0, -7), plain),
  ),
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
  holdsHello(
    'a file name in folders',
    withHeaders('Content-Disposition: form-data; name="file"; filename="C:\\dir/a.txt"'),
  ),
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
  holdsNoFile("a text of the file's name", withHeaders('Content-Disposition: form-data; name="file"')),
  holdsHello(
    "a text of the file's name, then the file",
    lines('--b', 'Content-Disposition: form-data; name="file"', '', 'text', plain),
  ),
  holdsNoFile('an empty file', lines('--b', disposition, '', '', '--b--')),
  holdsHello('an empty file, then another', lines('--b', disposition, '', '', plain)),
  holdsHello('two files', lines('--b', hello, '--b', disposition.replace('a.txt', 'b.txt'), '', 'World', '--b--')),
  holdsNoFile('two files, the second cut short', lines('--b', hello, '--b', disposition, '', 'Wor')),
  {
    what: 'a file larger than it may be',
    refused: 'too large',
    body: lines('--b', disposition, '', 'x'.repeat(5000), '--b--'),
  },

  holdsHello('a boundary in quotes', plain, 'multipart/form-data; boundary="b"'),
  holdsHello('a boundary with blanks', plain.replaceAll('--b', '--b c'), 'multipart/form-data; boundary="b c"'),
  holdsHello(
    'a boundary of every other character',
    plain.replaceAll('--b', "--'()+_,-./:=?"),
    'multipart/form-data; boundary="\'()+_,-./:=?"',
  ),
  holdsHello(
    'a boundary of 70 characters',
    plain.replaceAll('--b', `--${'-'.repeat(70)}`),
    `multipart/form-data; boundary=${'-'.repeat(70)}`,
  ),
  holdsNoFile(
    'a boundary of 71 characters',
    plain.replaceAll('--b', `--${'x'.repeat(71)}`),
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ),
  holdsHello(
    'a type in other letters, with more parameters',
    plain,
    'Multipart/Form-Data; charset=utf-8; BOUNDARY=b; x=y',
  ),
  holdsNoFile('no boundary', plain, 'multipart/form-data'),
  holdsNoFile('an empty boundary', plain.replaceAll('--b', '--'), 'multipart/form-data; boundary='),
  holdsNoFile('another type', plain, 'multipart/mixed; boundary=b'),
];
