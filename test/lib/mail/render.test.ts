import { describe, expect, test } from 'vitest';
import { toHtml } from '../../../lib/mail/html.ts';
import { fromHeader, headerText, type Letter, toText } from '../../../lib/mail/render.ts';

const sender = {
  name: 'Teapots & Co',
  address: 'shop@example.com',
  url: 'https://teapots.example',
  logo_url: null,
  color: null,
};

describe('a header', () => {
  test.each([
    ['Subject\r\nBcc: spy@example.com', 'Subject Bcc: spy@example.com'],
    ['a\u2028b\u0000c\u0085d', 'a b c d'],
    ['  plain  ', 'plain'],
  ])('cannot begin another one: %j', (given, kept) => {
    expect(headerText(given)).toBe(kept);
  });

  test('From quotes a name that could end it', () => {
    expect(fromHeader({ ...sender, name: '"Tea" <spy@example.com>, \\x' })).toBe(
      '"\\"Tea\\" <spy@example.com>, \\\\x" <shop@example.com>',
    );
  });

  test('From encodes what is not ASCII, in words of 75 characters at most', () => {
    const header = fromHeader({ ...sender, name: 'Tèà'.repeat(40) });
    const words = header.replace(' <shop@example.com>', '').split(' ');
    const decoded = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('');

    expect(words.every((word) => word.length <= 75)).toBe(true);
    expect(decoded).toBe('Tèà'.repeat(40));
  });

  test('From without a name is only the address', () => {
    expect(fromHeader({ ...sender, name: '\r\n' })).toBe('shop@example.com');
  });
});

describe('a letter', () => {
  const letter: Letter = {
    language: 'en',
    subject: '<Hello>',
    blocks: [{ paragraph: 'One & "two"' }, { code: 'ABCD-EFGH' }, { quotation: '<script>alert(1)</script>\nBye' }],
  };

  test('as HTML shows what people wrote as text', () => {
    const html = toHtml(letter, sender);

    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>Bye');
    expect(html).toContain('One &amp; &quot;two&quot;');
    expect(html).toMatch(/<a href="https:\/\/teapots\.example"[^>]*>https:\/\/teapots\.example<\/a>/);
  });

  test('shows nothing turned round by what people wrote', () => {
    const turned = { ...letter, subject: 'a\u202eb', blocks: [{ quotation: '\u2067Pay\u2069 here\u200f' }] };

    for (const mail of [toText(turned, sender), toHtml(turned, { ...sender, name: 'Tea\u202d' })]) {
      expect(mail).toContain('Pay here');
      expect(mail).not.toMatch(/\p{Bidi_Control}/u);
    }
  });

  test('links no address but a web address', () => {
    const blocks = [{ link: 'Click', url: 'javascript:alert(1)' }];

    expect(toHtml({ ...letter, blocks }, { ...sender, url: 'javascript:alert(1)' })).not.toContain('href');
    expect(toText({ ...letter, blocks }, sender)).not.toContain('alert');
  });

  test('leads where it says, with any address', () => {
    const blocks = [{ link: 'See <b>it</b>', url: 'https://teapots.example/?a="><script>x</script>&b' }];

    const html = toHtml({ ...letter, blocks }, sender);
    expect(html).toContain('href="https://teapots.example/?a=&quot;&gt;&lt;script&gt;x&lt;/script&gt;&amp;b"');
    expect(html).toContain('See &lt;b&gt;it&lt;/b&gt;</a>');
    expect(toText({ ...letter, blocks }, sender)).toContain('See <b>it</b>\nhttps://teapots.example/?a=');
  });

  test('as text has its sender at the foot', () => {
    expect(toText(letter, sender)).toBe(
      'One & "two"\n\n    ABCD-EFGH\n\n> <script>alert(1)</script>\n> Bye\n\nTeapots & Co\nhttps://teapots.example\n',
    );
  });

  test('as text repeats neither its subject nor its sender', () => {
    const blocks = [{ heading: 'Tea for you' }, { link: 'Shop at Teapots & Co', url: 'https://teapots.example' }];

    expect(toText({ ...letter, subject: 'Tea for you: $5.00', blocks }, sender)).toBe(
      'Shop at Teapots & Co\nhttps://teapots.example\n',
    );
  });

  test('has a fixed width in Outlook, where nothing else limits it', () => {
    const html = toHtml(letter, sender);
    const [outer = '', ...rest] = [...html.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g)].map(([, part]) => part);

    expect(outer).toMatch(/<table role="presentation" align="center" width="584" .*<tr><td>$/);
    expect(rest).toEqual(['</td></tr></table>']);
    expect(html.indexOf('role="main"')).toBeGreaterThan(html.indexOf('width="584"'));
  });

  test('has a code in one line, of which no program makes a link', () => {
    const html = toHtml(letter, sender);

    expect(html).toMatch(
      /<p dir="ltr" class="code" style="[^"]*white-space:nowrap"><span>ABCD-<\/span><span>EFGH<\/span><\/p>/,
    );
    expect(html).toContain('<meta name="format-detection" content="telephone=no,');
  });

  test.each(['\n', '\r\n', '\r'])('quotes each line of a text with %j as line ends', (end) => {
    const blocks = [{ quotation: ['One', '', 'two'].join(end) }];

    expect(toText({ ...letter, blocks }, sender)).toMatch(/^> One\n> \n> two\n\n/);
    expect(toHtml({ ...letter, blocks }, sender)).toContain('>One<br><br>two</blockquote>');
  });

  test.each([
    ['de', 'ltr', 'left'],
    ['ar', 'rtl', 'right'],
  ] as const)('in %s is read %s from the %s, its code always from the left', (language, direction, start) => {
    const html = toHtml({ ...letter, language }, sender);

    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toMatch(
      new RegExp(`<div lang="${language}" dir="${direction}" role="main" [^>]*text-align:${start};`),
    );
    expect(html).toMatch(/<p dir="ltr" class="code"/);
    expect(html).toMatch(new RegExp(`<blockquote dir="auto" [^>]*border-${start}:3px`));
  });

  test('shows the logo of its site, with the name in place of a picture that is not shown', () => {
    const logo_url = 'https://cdn.example/logo.png?a="1"&b';

    expect(toHtml(letter, { ...sender, logo_url })).toContain(
      '<img src="https://cdn.example/logo.png?a=&quot;1&quot;&amp;b" alt="Teapots &amp; Co" ',
    );
    expect(toHtml(letter, sender)).not.toContain('<img');
  });

  test.each(['http://cdn.example/logo.png', 'javascript:alert(1)', 'data:image/png;base64,AA'])(
    'loads no picture from %s',
    (logo_url) => {
      expect(toHtml(letter, { ...sender, logo_url })).not.toContain('<img');
    },
  );

  const linked = { ...letter, blocks: [{ link: 'Shop', url: 'https://teapots.example' }] };

  test.each([
    ['dark', '#123c7a', '#123c7a', '#7ec8a3'],
    ['bright', '#ffcc00', '#2f6f4f', '#ffcc00'],
    ['in between', '#777777', '#2f6f4f', '#7ec8a3'],
    ['not a color', 'red;background:url(//spy.example)', '#2f6f4f', '#7ec8a3'],
  ])('has the color of its site where it has contrast: one that is %s', (_, color, light, dark) => {
    const html = toHtml(linked, { ...sender, color });

    expect(html).toMatch(new RegExp(`<a href="[^"]*" class="button" style="[^"]*background:${light};color:#ffffff;`));
    expect(html).toContain(`.button{background:${dark}!important;color:#242421!important}`);
    expect(html).not.toContain('spy.example');
  });
});
