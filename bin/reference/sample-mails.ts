/** A mail of each kind in each language, as a shop of a country where it is spoken sends them. */
import { type Language, wordingOf } from '../../lib/mail/language.ts';
import { giftCardLetter, restockLetter } from '../../lib/mail/letters.ts';
import type { Letter, Sender } from '../../lib/mail/render.ts';

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
  /** What the buyer wrote. */
  message: string;
  product: string;
}

const samples: Readonly<Record<Language, Sample>> = {
  en: {
    locale: 'en-US',
    currency: 'USD',
    value: 5000,
    message: 'Happy birthday, Ada!',
    product: 'Stoneware teapot, Large',
  },
  de: {
    locale: 'de-DE',
    currency: 'EUR',
    value: 5000,
    message: 'Alles Gute zum Geburtstag, Ada!',
    product: 'Teekanne aus Steinzeug, groß',
  },
  fr: {
    locale: 'fr-FR',
    currency: 'EUR',
    value: 5000,
    message: 'Joyeux anniversaire, Ada\u00a0!',
    product: 'Théière en grès, grande',
  },
  es: {
    locale: 'es-ES',
    currency: 'EUR',
    value: 5000,
    message: '¡Feliz cumpleaños, Ada!',
    product: 'Tetera de gres, grande',
  },
  it: {
    locale: 'it-IT',
    currency: 'EUR',
    value: 5000,
    message: 'Buon compleanno, Ada!',
    product: 'Teiera in gres, grande',
  },
  nl: {
    locale: 'nl-NL',
    currency: 'EUR',
    value: 5000,
    message: 'Gefeliciteerd met je verjaardag, Ada!',
    product: 'Theepot van steengoed, groot',
  },
  pt: {
    locale: 'pt-BR',
    currency: 'BRL',
    value: 25_000,
    message: 'Feliz aniversário, Ada!',
    product: 'Bule de grés, grande',
  },
  pl: {
    locale: 'pl-PL',
    currency: 'PLN',
    value: 20_000,
    message: 'Wszystkiego najlepszego, Ado!',
    product: 'Czajniczek kamionkowy, duży',
  },
  sv: {
    locale: 'sv-SE',
    currency: 'SEK',
    value: 50_000,
    message: 'Grattis på födelsedagen, Ada!',
    product: 'Tekanna i stengods, stor',
  },
  ja: {
    locale: 'ja-JP',
    currency: 'JPY',
    value: 5000,
    message: 'エイダさん、お誕生日おめでとう！',
    product: '陶器の急須（大）',
  },
  ar: {
    locale: 'ar-AE',
    currency: 'AED',
    value: 20_000,
    message: 'كل عام وأنتِ بخير يا آدا!',
    product: 'إبريق شاي خزفي، كبير',
  },
};

/** Each mail in each language, by both: `gift-card de`. */
export const sampleLetters = (sender = sampleSender): ReadonlyMap<string, Letter> =>
  new Map(Object.values(samples).flatMap((sample) => lettersOf(sample, sender)));

function lettersOf({ locale, currency, value, message, product }: Sample, sender: Sender): [string, Letter][] {
  const wording = wordingOf([locale]);
  const code = 'J28R-SCQ2-33Q6-V7S5-PM4S-H2U7-E9CL';
  const expires_at = '2030-01-01T00:00:00Z';
  const card = { code, currency, balance: value, initial_value: value, message, expires_at };
  return [
    [`gift-card ${wording.language}`, giftCardLetter(card, sender, wording)],
    [
      `restock ${wording.language}`,
      restockLetter({ name: product, url: 'https://teapots.example/teapot' }, sender, wording),
    ],
  ];
}
