/** `/balance/#t=<token>`: a code, its balance and its last day (Storefront parts page, 4). */
import { balanceFailures, balanceText, failureText } from '../../../lib/client/elements/answers.ts';
import { codeField } from '../../../lib/client/elements/fields.ts';
import { node } from '../../../lib/client/elements/nodes.ts';
import { type BalanceWords, balanceWords } from '../../../lib/client/elements/words.ts';
import { message, type Page, pageFailure, startPage } from './page.ts';

startPage(balanceWords, ({ check }) => check, show);

function show(page: Page<BalanceWords>): void {
  const { wording } = page;
  const status = message('');
  const form = node(
    'form',
    { 'aria-label': wording.check },
    codeField(wording),
    node('button', {}, wording.send),
    status,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = 'true';
    status.textContent = '';
    const answer = await page.call('POST', 'balance/', { code: new FormData(form).get('code') });
    status.textContent = 'code' in answer ? failure(answer.code, page) : balanceText(answer.result, wording);
    form.ariaBusy = null;
  });
  page.show(form);
}

const failure = (code: string, page: Page<BalanceWords>): string =>
  code in balanceFailures ? failureText(code, page.wording, balanceFailures) : pageFailure(code, page);
