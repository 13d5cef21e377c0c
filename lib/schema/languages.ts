/** The languages that shoppers can read, in emails and on public pages, and the choice of one. */
export const languageNames = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'ja', 'ar'] as const;

export type Language = (typeof languageNames)[number];

/** A language, and the locale of amounts, numbers and dates: the language in the reader's country, if that is known (BCP 47). */
export interface Reading {
  language: Language;
  locale: string;
}

/** Whether texts exist in a language, by its language subtag. */
export const isLanguage = (language: string): language is Language => languageNames.some((name) => name === language);

/**
 * The first of these locales with an available language, by its language subtag; without one, English. Each is
 * well-formed or missing.
 */
export function readingOf(locales: readonly (string | null | undefined)[]): Reading {
  for (const locale of locales) {
    const { language } = new Intl.Locale(locale ?? 'und');
    if (locale && isLanguage(language)) return { language, locale };
  }
  return { language: 'en', locale: 'en' };
}

/** The direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
