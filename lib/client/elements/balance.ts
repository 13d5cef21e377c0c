import { StoreForm } from './form.ts';
import { node } from './nodes.ts';
import type { Wording } from './wording.ts';

/** `<store-gift-card-balance>`: shows the balance of a gift card and its last day. */
export class StoreGiftCardBalance extends StoreForm {
  protected readonly scope = 'balance';
  protected readonly call = 'balance';
  protected readonly opens = 'check';
  protected override readonly failures = { NOT_FOUND: 'unknownCode' } as const;

  protected fields({ code }: Wording): HTMLElement[] {
    return [
      this.field(
        code,
        node('input', {
          name: 'code',
          required: true,
          autocomplete: 'off',
          autocapitalize: 'characters',
          spellcheck: 'false',
          dir: 'ltr',
        }),
      ),
    ];
  }

  protected bodyOf(entries: FormData) {
    return { code: entries.get('code') };
  }

  protected success(result: Readonly<Record<string, unknown>>, wording: Wording): string {
    const { balance, currency, expires_at, status } = result;
    return [
      wording.balance(wording.money(Number(balance), String(currency))),
      ...(typeof expires_at === 'string' ? [wording.validUntil(wording.lastDay(expires_at))] : []),
      ...(status === 'active' ? [] : [wording.unusable]),
    ].join(' · ');
  }
}
