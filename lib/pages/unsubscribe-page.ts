/** What the page of an unsubscribe link shows. */
import { type Language, languages } from '../mail/language.ts';
import type { ApiError } from '../schema/errors.ts';
import { pageOf } from './document.ts';

/** The store by its name, in the language of the link's email. */
interface Shown {
  language: Language;
  store: string;
}

/** Asks whether to leave, with the button that does. */
export function questionPage({ language, store }: Shown): string {
  const { question, effect, button } = languages[language].unsubscribe;
  return pageOf({ language, heading: question(store), text: effect, button });
}

/** Confirms that the shopper has left. */
export function donePage({ language, store }: Shown): string {
  const { done, after } = languages[language].unsubscribe;
  return pageOf({ language, heading: done(store), text: after });
}

/** The refusal of a request: the same for every token that is not good. */
export function refusalPage({ code }: ApiError, language: Language): string {
  const { invalid, invalidHelp, failed, failedHelp } = languages[language].unsubscribe;
  return code === 'UNAUTHORIZED'
    ? pageOf({ language, heading: invalid, text: invalidHelp })
    : pageOf({ language, heading: failed, text: failedHelp });
}
