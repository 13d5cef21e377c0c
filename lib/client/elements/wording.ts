/** The texts of an element in its language, with numbers, days and amounts as that language writes them. */
import { outOf, reviewWords } from '../../resources/public-reviews/words.ts';
import { directionOf, type Language, readingOf } from '../../schema/languages.ts';
import { formatMoney } from '../../schema/money.ts';
import {
  type BalanceWords,
  balanceWords,
  type ElementWords,
  elementWords,
  type FormWords,
  formWords,
} from './words.ts';

/** How numbers, days and amounts are written in a language. */
export interface Formats {
  language: Language;
  /** Locale of numbers and days (BCP 47). */
  locale: string;
  direction: 'ltr' | 'rtl';
  number(value: number): string;
  /** A number of stars in words. */
  stars(value: number): string;
  /** The day of a timestamp, in UTC. */
  day(timestamp: string): string;
  /** The last day on which something works that expires at this time, in UTC. */
  lastDay(expires_at: string): string;
  /** An amount in the smallest unit of its currency. */
  money(amount: number, currency: string): string;
}

export interface Wording extends Formats, ElementWords, FormWords, BalanceWords {
  review: (typeof reviewWords)[Language];
  /** A number of reviews in the plural form that it needs. */
  count(reviews: number): string;
}

/** `tag` is the language of the page or of the element (BCP 47). If no text exists in it, or it is not well-formed, the language is English. */
export function formatsOf(tag: string): Formats {
  const { language, locale } = readingOf([isWellFormed(tag) ? tag : null]);
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const dayOf = (time: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(time);
  return {
    language,
    locale,
    direction: directionOf(language),
    number,
    stars: (value) => outOf[language](number(value), number(5)),
    day: (timestamp) => dayOf(Date.parse(timestamp)),
    lastDay: (expires_at) => dayOf(Date.parse(expires_at) - 1000),
    money: (amount, currency) => formatMoney(amount, currency, locale),
  };
}

/** The same with all texts of the elements. */
export function wordingOf(tag: string): Wording {
  const formats = formatsOf(tag);
  const { language, locale, number } = formats;
  const review = reviewWords[language];
  return {
    ...elementWords[language],
    ...formWords[language],
    ...balanceWords[language],
    ...formats,
    review,
    count: (reviews) =>
      (review.reviews[new Intl.PluralRules(locale).select(reviews)] ?? review.reviews.other).replace(
        '#',
        number(reviews),
      ),
  };
}

function isWellFormed(tag: string): boolean {
  try {
    return Boolean(new Intl.Locale(tag));
  } catch {
    return false;
  }
}
