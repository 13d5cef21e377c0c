/** The content of the unsubscribe page. */
import { languages } from '../mail/language.ts';
import type { UnsubscribeClaims } from '../mail/unsubscribe-token.ts';
import type { ApiError } from '../schema/errors.ts';
import type { Language } from '../schema/languages.ts';
import { pageOf } from './document.ts';

/** The emails that end, the language of the email with the link, and the name of the store. */
interface Shown {
  list: UnsubscribeClaims['list'];
  language: Language;
  store: string;
}

/** Asks the shopper to confirm, with a button that unsubscribes. */
export function questionPage({ list, language, store }: Shown): string {
  const { question, effect, button } = languages[language].unsubscribe[list];
  return pageOf({ language, heading: question(store), text: effect, button });
}

/** Confirms that the shopper is unsubscribed. */
export function donePage({ list, language, store }: Shown): string {
  const { done, after } = languages[language].unsubscribe[list];
  return pageOf({ language, heading: done(store), text: after });
}

/** The page of a refused request. It is the same for every invalid token. */
export function refusalPage({ code }: ApiError, language: Language): string {
  const { invalid, invalidHelp, failed, failedHelp } = languages[language].unsubscribe;
  return code === 'UNAUTHORIZED'
    ? pageOf({ language, heading: invalid, text: invalidHelp })
    : pageOf({ language, heading: failed, text: failedHelp });
}
