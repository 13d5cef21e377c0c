/** The languages of emails, and the choice of one (Storefront page, "Emails in the recipient's language"). */
import { ar } from './languages/ar.ts';
import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import { it } from './languages/it.ts';
import { ja } from './languages/ja.ts';
import { nl } from './languages/nl.ts';
import { pl } from './languages/pl.ts';
import { pt } from './languages/pt.ts';
import { sv } from './languages/sv.ts';
import type { MailTexts } from './languages/texts.ts';

export const languages = { en, de, fr, es, it, nl, pt, pl, sv, ja, ar } as const satisfies Readonly<
  Record<string, MailTexts>
>;

export type Language = keyof typeof languages;

/** How an email is written. */
export interface Wording {
  language: Language;
  /** The locale of amounts and dates: the language in the recipient's country, if that is known (BCP 47). */
  locale: string;
  texts: MailTexts;
}

/** Whether emails exist in a language, by its language subtag. */
export const isLanguage = (language: string): language is Language => Object.hasOwn(languages, language);

/**
 * The first of these locales with an available language, by its language subtag; without one, English. Each is
 * well-formed or missing.
 */
export function wordingOf(locales: readonly (string | null | undefined)[]): Wording {
  for (const locale of locales) {
    const { language } = new Intl.Locale(locale ?? 'und');
    if (locale && isLanguage(language)) return { language, locale, texts: languages[language] };
  }
  return { language: 'en', locale: 'en', texts: en };
}

/** The direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
