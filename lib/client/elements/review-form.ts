import type { limits } from '../../schema/limits.ts';
import { StoreForm } from './form.ts';
import { node } from './nodes.ts';
import type { Wording } from './wording.ts';

// The type is the limit of the contract, so that another value does not compile.
const titleLength: (typeof limits)['reviewTitle'] = 120;
const bodyLength: (typeof limits)['reviewBody'] = 5000;

/** `<store-review-form>`: posts a review of the product. */
export class StoreReviewForm extends StoreForm {
  protected readonly scope = 'review';
  protected readonly call = 'reviews';
  protected readonly opens = 'write';
  protected override readonly failures = { DUPLICATE: 'duplicate', FORBIDDEN: 'forbidden' } as const;

  protected fields({ rating, title, body, stars }: Wording): HTMLElement[] {
    const choices = [1, 2, 3, 4, 5].map((value) =>
      node(
        'label',
        { part: 'star', class: 'star' },
        node('input', { type: 'radio', name: 'rating', value, required: true, 'aria-label': stars(value) }),
      ),
    );
    return [
      node('fieldset', { part: 'stars' }, node('legend', { part: 'label' }, rating), ...choices),
      this.field(title, node('input', { name: 'title', maxlength: titleLength, dir: 'auto' })),
      this.field(body, node('textarea', { name: 'body', maxlength: bodyLength, dir: 'auto' })),
    ];
  }

  protected bodyOf(entries: FormData) {
    return {
      site_id: this.attribute('site'),
      product_id: this.attribute('product'),
      rating: Number(entries.get('rating')),
      title: entries.get('title'),
      body: entries.get('body'),
    };
  }

  protected success(_result: Readonly<Record<string, unknown>>, { posted }: Wording): string {
    return posted;
  }
}
