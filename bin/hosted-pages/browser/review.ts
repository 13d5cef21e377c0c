/** `/review/#t=<token>`: all products that the shopper may review, in one form (Storefront parts page, 4). */
import { node, whileBusy } from '../../../lib/client/elements/nodes.ts';
import { message, type Page, pageFailure, startPage } from './page.ts';
import { type Reviewable, ReviewLine } from './review-line.ts';
import { pageWords } from './words.ts';

startPage(pageWords, ({ reviewTitle }) => reviewTitle, show);

async function show(page: Page): Promise<void> {
  const { words } = page;
  page.show(message(words.loading));
  const answer = await page.call('GET', 'reviewable/');
  if ('code' in answer) return page.show(message(loadFailure(answer.code, page)));
  const listed = answer.result.data as readonly Reviewable[];
  if (listed.length === 0) return page.show(message(words.nothingToReview));
  page.show(
    formOf(
      listed.map((each, index) => new ReviewLine(page, each, index)),
      page,
    ),
  );
}

/** A token for something else, and one of a store without reviews, open no form either. */
const loadFailure = (code: string, page: Page): string =>
  code === 'FORBIDDEN' || code === 'NOT_FOUND' ? page.words.invalidLink : pageFailure(code, page);

function formOf(lines: readonly ReviewLine[], page: Page): HTMLFormElement {
  const { wording, words } = page;
  const status = message('');
  const form = node(
    'form',
    // The page itself says what is missing, in its own language.
    { novalidate: true, 'aria-label': words.reviewTitle },
    node('ol', { class: 'lines' }, ...lines.map(({ element }) => element)),
    node('button', {}, wording.send),
    status,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await whileBusy(form, status, async () => {
      const due = lines.filter((line) => line.isDue);
      if (due.length === 0) status.textContent = words.nothingToSend;
      const stopped = await sendAll(due);
      if (stopped !== undefined) status.textContent = pageFailure(stopped, page);
    });
    form.querySelector<HTMLElement>('input[aria-invalid], textarea[aria-invalid], [aria-invalid] input')?.focus();
  });
  return form;
}

/** Errors after which no other line succeeds either. */
const final = ['UNAUTHORIZED', 'RATE_LIMIT_EXCEEDED'];

/** Sends one line after another. Returns the error that ends it early, if one does: the other lines stay as they are. */
async function sendAll(lines: readonly ReviewLine[]): Promise<string | undefined> {
  for (const line of lines) {
    const code = await line.send();
    if (code !== undefined && final.includes(code)) return code;
  }
  return undefined;
}
