/** The link that a shopper has followed: its token, and the language of the page. */
import { isLanguage } from '../../../lib/schema/languages.ts';

export interface Link {
  token: string;
  /** The store of the token. */
  store: string;
}

/**
 * The link in a fragment, `#t=<token>`; undefined if it has no token that names a store. The page only reads the token: the service
 * verifies it.
 */
export function linkIn(fragment: string): Link | undefined {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('t') ?? '';
  const store = storeOf(token);
  return store === undefined ? undefined : { token, store };
}

/** The store in the statement of a token, `<version>.<statement>.<HMAC>`. */
function storeOf(token: string): string | undefined {
  const [, statement = ''] = /^\w+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  try {
    const { store } = JSON.parse(atob(statement.replaceAll('-', '+').replaceAll('_', '/')));
    return /^sto_[A-Za-z0-9]{1,64}$/.test(store) ? store : undefined;
  } catch {
    return undefined;
  }
}

/** The language of the query `?lang=…` if there are texts in it, or else the first of the browser's that there are texts in. */
export const languageOf = (query: string, browser: readonly string[]): string =>
  [new URLSearchParams(query).get('lang') ?? '', ...browser].find((tag) => isLanguage(tag.split('-', 1)[0] ?? '')) ??
  '';
