import { field } from './fields.ts';
import { StoreForm } from './form.ts';
import { node } from './nodes.ts';
import type { Wording } from './wording.ts';

/** `<store-notify-me>`: puts the visitor on the waitlist of a variant. It asks for an email address only if the token has none. */
export class StoreNotifyMe extends StoreForm {
  protected readonly scope = 'waitlist';
  protected readonly call = 'waitlist';
  protected readonly opens = 'notify';

  /** Whether the service was asked without an address. */
  #isAsked = false;

  protected fields({ email }: Wording): HTMLElement[] {
    this.#isAsked = false;
    return [field(email, node('input', { name: 'email', type: 'email', required: true, autocomplete: 'email' }))];
  }

  protected override async opened(form: HTMLFormElement, wording: Wording): Promise<void> {
    if (!this.#isAsked) {
      this.#isAsked = true;
      // The fields keep their place while they are not seen.
      form.classList.add('asking');
      const answer = await this.submit(this.bodyOf(new FormData()), wording);
      if ('result' in answer) return;
      form.classList.remove('asking');
      if (/^(?:MISSING|INVALID)_FIELD$/.test(answer.code)) form.querySelector('p')?.replaceChildren();
      if (!this.matches(':focus-within')) return;
    }
    super.opened(form, wording);
  }

  protected bodyOf(entries: FormData) {
    return {
      site_id: this.attribute('site'),
      product_id: this.attribute('product'),
      variant_id: this.attribute('variant'),
      email: entries.get('email') ?? undefined,
      locale: this.wording.locale,
    };
  }

  protected success(_result: Readonly<Record<string, unknown>>, { joined }: Wording): string {
    return joined;
  }
}
