/** `/balance/#t=<token>`: a code, its balance and its last day (Storefront parts page, 4). */
import { balanceFailures, balanceText, failureText } from '../../../lib/client/elements/answers.ts';
import { codeField } from '../../../lib/client/elements/fields.ts';
import { node, whileBusy } from '../../../lib/client/elements/nodes.ts';
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
    const code = new FormData(form).get('code');
    const answer = await whileBusy(form, status, () => page.call('POST', 'balance/', { code }));
    if (!answer) return;
    status.textContent = 'code' in answer ? failure(answer.code, page) : balanceText(answer.result, wording);
  });
  page.show(form);
}

const failure = (code: string, page: Page<BalanceWords>): string =>
  code in balanceFailures ? failureText(code, page.wording, balanceFailures) : pageFailure(code, page);
