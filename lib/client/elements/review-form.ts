import { reviewFailures } from './answers.ts';
import { reviewFields, reviewIn } from './fields.ts';
import { StoreForm } from './form.ts';
import type { Wording } from './wording.ts';

/** `<store-review-form>`: posts a review of the product. */
export class StoreReviewForm extends StoreForm {
  protected readonly scope = 'review';
  protected readonly call = 'reviews';
  protected readonly opens = 'write';
  protected override readonly failures = reviewFailures;

  protected fields(wording: Wording): HTMLElement[] {
    return reviewFields(wording);
  }

  protected bodyOf(entries: FormData) {
    return {
      site_id: this.attribute('site'),
      product_id: this.attribute('product'),
      ...reviewIn(entries),
    };
  }

  protected success(_result: Readonly<Record<string, unknown>>, { posted }: Wording): string {
    return posted;
  }
}
