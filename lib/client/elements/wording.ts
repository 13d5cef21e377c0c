/** The texts of an element in its language, with numbers, days and amounts as that language writes them. */
import { reviewWords } from '../../resources/public-reviews/words.ts';
import { directionOf, type Language, readingOf } from '../../schema/languages.ts';
import { formatMoney } from '../../schema/money.ts';
import { type ElementWords, elementWords } from './words.ts';

export interface Wording extends ElementWords {
  language: Language;
  /** Locale of numbers and days (BCP 47). */
  locale: string;
  direction: 'ltr' | 'rtl';
  review: (typeof reviewWords)[Language];
  number(value: number): string;
  /** A number of stars in words. */
  stars(value: number): string;
  /** A number of reviews in the plural form that it needs. */
  count(reviews: number): string;
  /** The day of a timestamp, in UTC. */
  day(timestamp: string): string;
  /** The last day on which something works that expires at this time, in UTC. */
  lastDay(expires_at: string): string;
  /** An amount in the smallest unit of its currency. */
  money(amount: number, currency: string): string;
}

/** `tag` is the language of the page or of the element (BCP 47). If no text exists in it, or it is not well-formed, the language is English. */
export function wordingOf(tag: string): Wording {
  const { language, locale } = readingOf([isWellFormed(tag) ? tag : null]);
  const review = reviewWords[language];
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const dayOf = (time: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(time);
  return {
    ...elementWords[language],
    language,
    locale,
    direction: directionOf(language),
    review,
    number,
    stars: (value) => review.outOf(number(value), number(5)),
    count: (reviews) =>
      (review.reviews[new Intl.PluralRules(locale).select(reviews)] ?? review.reviews.other).replace(
        '#',
        number(reviews),
      ),
    day: (timestamp) => dayOf(Date.parse(timestamp)),
    lastDay: (expires_at) => dayOf(Date.parse(expires_at) - 1000),
    money: (amount, currency) => formatMoney(amount, currency, locale),
  };
}

function isWellFormed(tag: string): boolean {
  try {
    return Boolean(new Intl.Locale(tag));
  } catch {
    return false;
  }
}
