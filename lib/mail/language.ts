/** The texts of emails in the recipient's language (Storefront page, "Emails in the recipient's language"). */
import { type Language, type Reading, readingOf } from '../schema/languages.ts';
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

export const languages: Readonly<Record<Language, MailTexts>> = { en, de, fr, es, it, nl, pt, pl, sv, ja, ar };

/** How an email is written. */
export interface Wording extends Reading {
  texts: MailTexts;
}

/** The texts in the first of these locales with an available language; without one, in English. Each is well-formed or missing. */
export function wordingOf(locales: readonly (string | null | undefined)[]): Wording {
  const reading = readingOf(locales);
  return { ...reading, texts: languages[reading.language] };
}
