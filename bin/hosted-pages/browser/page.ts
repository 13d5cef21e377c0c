/** What the hosted pages have in common: they work with nothing but the token of the link that leads to them. */
import { failureText } from '../../../lib/client/elements/answers.ts';
import { type Answer, send } from '../../../lib/client/elements/call.ts';
import { node } from '../../../lib/client/elements/nodes.ts';
import { type Formats, formatsOf } from '../../../lib/client/elements/wording.ts';
import { type FormWords, formWords } from '../../../lib/client/elements/words.ts';
import type { Language } from '../../../lib/schema/languages.ts';
import { type Link, languageOf, linkIn } from './link.ts';
import { type PageWords, pageWords } from './words.ts';

/** A page with a link that has a token. `Own` are texts that it has in common with an element. */
export interface Page<Own = unknown> {
  wording: FormWords & Formats & Own;
  words: PageWords;
  store: string;
  /** Replaces what is below the heading. */
  show(...content: readonly (Node | string)[]): void;
  /** Calls the store with the token, at a path such as `balance/`. It never throws. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: Readonly<Record<string, unknown>>): Promise<Answer>;
}

/** Shows the page, or that its link is not valid. */
export function startPage<Own>(
  own: Readonly<Record<Language, Own>>,
  titleOf: (own: Own) => string,
  start: (page: Page<Own>) => void,
): void {
  const formats = formatsOf(languageOf(location.search, navigator.languages));
  const { language } = formats;
  const wording = { ...formWords[language], ...formats, ...own[language] };
  const words = pageWords[language];
  const title = titleOf(own[language]);
  document.title = title;
  document.documentElement.lang = wording.language;
  document.documentElement.dir = wording.direction;

  const content = node('div');
  const show = (...children: readonly (Node | string)[]) => content.replaceChildren(...children);
  document.querySelector('main')?.replaceChildren(node('h1', {}, title), content);
  // Another link to the same page changes only the fragment.
  addEventListener('hashchange', () => location.reload());

  const link = linkIn(location.hash);
  if (link) start({ wording, words, show, ...callsOf(link) });
  else show(message(words.invalidLink));
}

const callsOf = ({ token, store }: Link): Pick<Page, 'store' | 'call'> => ({
  store,
  call: (method, path, body) =>
    send({ url: `/shop/v1/${store}/${path}`, token, method, ...(body && { body }) }).catch(() => ({ code: '' })),
});

/** A text that screen readers announce. */
export const message = (text: string): HTMLElement => node('p', { role: 'status' }, text);

/** The text about an error that concerns the link or the whole page, in place of one about a field. */
export const pageFailure = (code: string, { wording, words }: Pick<Page, 'wording' | 'words'>): string =>
  code === 'UNAUTHORIZED' ? words.invalidLink : failureText(code, wording);
