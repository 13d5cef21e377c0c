import { balanceFailures, balanceText } from './answers.ts';
import { codeField } from './fields.ts';
import { StoreForm } from './form.ts';
import type { Wording } from './wording.ts';

/** `<store-gift-card-balance>`: shows the balance of a gift card and its last day. */
export class StoreGiftCardBalance extends StoreForm {
  protected readonly scope = 'balance';
  protected readonly call = 'balance';
  protected readonly opens = 'check';
  protected override readonly failures = balanceFailures;

  protected fields(wording: Wording): HTMLElement[] {
    return [codeField(wording)];
  }

  protected bodyOf(entries: FormData) {
    return { code: entries.get('code') };
  }

  protected success(result: Readonly<Record<string, unknown>>, wording: Wording): string {
    return balanceText(result, wording);
  }
}
