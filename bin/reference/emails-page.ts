/** The page that shows each mail in each language. */
import { type Letter, toText } from '../../lib/mail/render.ts';
import { type Page, part } from './page.ts';
import { sampleLetters, sampleSender } from './sample-mails.ts';

const nameOf = new Intl.DisplayNames('en', { type: 'language' });

export function emailsPage(): Page {
  const byLanguage = [...Map.groupBy(sampleLetters(), ([, { language }]) => language)];
  return {
    path: 'guides/emails',
    title: 'Email languages',
    group: 'Guides',
    summary: `The service sends two emails: the code of a gift card, and the news that a variant is back in stock. Both are written in ${byLanguage.length} languages, and carry your logo and colour.`,
    parts: [
      part('Choose the language', choice),
      part('Show your logo and colour', looks),
      ...byLanguage.map(([language, letters]) =>
        part(nameOf.of(language) ?? language, letters.map(shown).join('\n\n')),
      ),
    ],
  };
}

const choice = `Send a \`locale\`, a BCP 47 language tag such as \`de\` or \`pt-BR\`. The service looks at these places in this order, and uses the first one whose language it has:

1. the recipient: \`locale\` of the order line, of [Issue a gift card](/docs/api/issue-gift-card.html), or of [Add a shopper to a waitlist](/docs/functions/join-waitlist.html)
2. the customer who placed the order: \`locale\` of the customer in [Import sites, customers and products](/docs/functions/import-records.html)
3. the site: \`locale\` of the site, in the same import

If none of them fits, the email is in English. The first part of a tag decides on the language: \`de-AT\` and \`de-CH\` are both German. Amounts and days follow the whole tag, so \`en-US\` gets “December 31, 2029” and \`en-GB\` gets “31 December 2029”. A malformed tag is refused with \`INVALID_FIELD\`.`;

const looks = `Import the site with \`logo_url\`, an \`https\` address, and \`color\`, such as \`#2f6f4f\`. The logo is shown at the top, 200 by 64 pixels at most. Email programs that block images show the name of the site instead.

The colour is used for the button and the links. It needs a contrast of 4.5:1 (WCAG 2.2) to the background: white, and \`#242421\` in the dark. Where it has less, the default green is used, as in the emails below.`;

/** As a program shows it on a page; in Markdown as the plain text that each mail carries too. */
const shown = ([name, letter]: readonly [string, Letter]): string =>
  `\`\`\`mail ${name}\n${toText(letter, sampleSender).trimEnd()}\n\`\`\``;
