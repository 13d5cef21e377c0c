/** The page that shows each email in each language. */

import { wordingOf } from '../../lib/mail/language.ts';
import { giftCardLetter, restockLetter, reviewRequestLetter } from '../../lib/mail/letters.ts';
import { type Letter, type Sender, toText } from '../../lib/mail/render.ts';
import type { Language } from '../../lib/schema/languages.ts';
import { type Page, part } from './page.ts';

const nameOf = new Intl.DisplayNames('en', { type: 'language' });

export function emailsPage(): Page {
  const byLanguage = [...Map.groupBy(sampleLetters(), ([, { language }]) => language)];
  return {
    path: 'guides/emails',
    title: 'Email languages',
    group: 'Features',
    summary: `The service sends three emails: the code of a gift card, the news that a variant is back in stock, and the question what a buyer thinks of an order. All are written in ${byLanguage.length} languages, and show your logo and color.`,
    parts: [
      part('Choose the language', choice),
      part('Show your logo and color', looks),
      part('Read the replies', replies),
      part('Let shoppers unsubscribe', unsubscribing),
      ...byLanguage.map(([language, letters]) =>
        part(nameOf.of(language) ?? language, letters.map(shown).join('\n\n')),
      ),
    ],
  };
}

const choice = `Send a \`locale\`, a BCP 47 language tag such as \`de\` or \`pt-BR\`. The service checks these places in this order, and uses the first language that it supports:

1. the recipient: \`locale\` of the order line, of [Issue a gift card](/docs/api/issue-gift-card.html), or of [Add a shopper to a waitlist](/docs/functions/join-waitlist.html)
2. the customer who placed the order: \`locale\` of the customer in [Import sites, customers and products](/docs/functions/import-records.html)
3. the site: \`locale\` of the site, in the same import

If it supports none of them, the email is in English. The first part of a tag determines the language: \`de-AT\` and \`de-CH\` are both German. Amounts and dates follow the whole tag, so \`en-US\` gets “December 31, 2029” and \`en-GB\` gets “31 December 2029”. A malformed tag is refused with \`INVALID_FIELD\`.`;

const looks = `Import the site with \`logo_url\`, an \`https\` address, and \`color\`, such as \`#2f6f4f\`. The logo is shown at the top, at most 200 by 64 pixels. Email programs that block images show the name of the site instead.

The color is used for the button and the links. It needs a contrast of 4.5:1 (WCAG 2.2) to the background: white, and \`#242421\` in dark mode. Where the contrast is lower, the default green is used, as in the emails below.`;

const replies = `A shopper reports a mistake by replying to the email: use an \`email_from\` of the site that your support reads. The subject of a gift card email contains the amount and, if the card was bought for someone else, the name of the customer who bought it. A card that you issue through the API has no buyer, so its email only contains the name of the site.`;

const unsubscribing = `A restock email has a link with which the shopper leaves all waitlists of the store, and headers for the unsubscribe button of email programs. The page behind the link is in the language of the email: see [Unsubscribe](/docs/guides/restock-mails.html#unsubscribe). An email that asks for reviews has a link that ends these emails: see [Ask for reviews](/docs/guides/review-requests.html#let-buyers-unsubscribe). The email of a gift card has no such link, because no other email follows it.`;

/** As an email program shows it on a page; in Markdown as the plain text that each email also contains. */
const shown = ([name, letter]: readonly [string, Letter]): string =>
  `\`\`\`mail ${name}\n${toText(letter, sampleSender).trimEnd()}\n\`\`\``;

export const sampleSender: Sender = {
  name: 'Teapots & Co',
  address: 'hello@teapots.example',
  url: 'https://teapots.example',
  logo_url: null,
  color: null,
};

interface Sample {
  locale: string;
  currency: string;
  /** In the smallest unit of the currency. */
  value: number;
  /** The buyer, and the message of the buyer. */
  giver: string;
  message: string;
  product: string;
}

const samples: Readonly<Record<Language, Sample>> = {
  en: {
    locale: 'en-US',
    currency: 'USD',
    value: 5000,
    giver: 'Grace Hopper',
    message: 'Happy birthday, Ada!',
    product: 'Stoneware teapot, Large',
  },
  de: {
    locale: 'de-DE',
    currency: 'EUR',
    value: 5000,
    giver: 'Grete Hermann',
    message: 'Alles Gute zum Geburtstag, Ada!',
    product: 'Teekanne aus Steinzeug, groß',
  },
  fr: {
    locale: 'fr-FR',
    currency: 'EUR',
    value: 5000,
    giver: 'Sophie Germain',
    message: 'Joyeux anniversaire, Ada\u00a0!',
    product: 'Théière en grès, grande',
  },
  es: {
    locale: 'es-ES',
    currency: 'EUR',
    value: 5000,
    giver: 'Ángela Ruiz',
    message: '¡Feliz cumpleaños, Ada!',
    product: 'Tetera de gres, grande',
  },
  it: {
    locale: 'it-IT',
    currency: 'EUR',
    value: 5000,
    giver: 'Maria Agnesi',
    message: 'Buon compleanno, Ada!',
    product: 'Teiera in gres, grande',
  },
  nl: {
    locale: 'nl-NL',
    currency: 'EUR',
    value: 5000,
    giver: 'Johanna Westerdijk',
    message: 'Gefeliciteerd met je verjaardag, Ada!',
    product: 'Theepot van steengoed, groot',
  },
  pt: {
    locale: 'pt-BR',
    currency: 'BRL',
    value: 25_000,
    giver: 'Bertha Lutz',
    message: 'Feliz aniversário, Ada!',
    product: 'Bule de grés, grande',
  },
  pl: {
    locale: 'pl-PL',
    currency: 'PLN',
    value: 20_000,
    giver: 'Maria Skłodowska',
    message: 'Wszystkiego najlepszego, Ado!',
    product: 'Czajniczek kamionkowy, duży',
  },
  sv: {
    locale: 'sv-SE',
    currency: 'SEK',
    value: 50_000,
    giver: 'Sonja Kovalevsky',
    message: 'Grattis på födelsedagen, Ada!',
    product: 'Tekanna i stengods, stor',
  },
  ja: {
    locale: 'ja-JP',
    currency: 'JPY',
    value: 5000,
    giver: '和田',
    message: 'エイダさん、お誕生日おめでとう！',
    product: '陶器の急須（大）',
  },
  ar: {
    locale: 'ar-AE',
    currency: 'AED',
    value: 20_000,
    giver: 'مريم',
    message: 'كل عام وأنتِ بخير يا آدا!',
    product: 'إبريق شاي خزفي، كبير',
  },
};

/** Links with tokens of the usual lengths. */
const sampleLink = `https://api.teapots.example/unsubscribe/?t=${'Ab3'.repeat(33)}`;
const sampleReviewLink = `https://api.teapots.example/review/#t=sht1.${'Ab3'.repeat(66)}`;

/** An email of each kind in each language, as a shop in a country with this language sends it, by both: `gift-card de`. */
export const sampleLetters = (sender = sampleSender): ReadonlyMap<string, Letter> =>
  new Map(Object.values(samples).flatMap((sample) => lettersOf(sample, sender)));

function lettersOf({ locale, currency, value, giver, message, product }: Sample, sender: Sender): [string, Letter][] {
  const wording = wordingOf([locale]);
  const code = 'J28R-SCQ2-33Q6-V7S5-PM4S-H2U7-E9CL';
  const expires_at = '2030-01-01T00:00:00Z';
  const card = { code, currency, balance: value, initial_value: value, message, expires_at, giver };
  return [
    [`gift-card ${wording.language}`, giftCardLetter(card, sender, wording)],
    [
      `restock ${wording.language}`,
      restockLetter(
        { name: product, url: 'https://teapots.example/teapot', unsubscribe_url: sampleLink },
        sender,
        wording,
      ),
    ],
    [
      `review-request ${wording.language}`,
      reviewRequestLetter(
        { step: 'request', names: [product], url: sampleReviewLink, unsubscribe_url: sampleLink },
        sender,
        wording,
      ),
    ],
  ];
}
