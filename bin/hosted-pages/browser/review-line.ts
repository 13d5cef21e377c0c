import { failureText, reviewFailures } from '../../../lib/client/elements/answers.ts';
import type { Answer } from '../../../lib/client/elements/call.ts';
import { reviewFields, reviewIn, type WrittenReview } from '../../../lib/client/elements/fields.ts';
import { node } from '../../../lib/client/elements/nodes.ts';
import { forget, recall, remember } from './drafts.ts';
import { message, type Page } from './page.ts';

/** A product that the shopper may review, as `GET …/reviewable/` returns it. */
export interface Reviewable {
  order_id: string;
  product_id: string;
  product_name: string;
  image_url: string | null;
  review: ({ id: string } & WrittenReview) | null;
}

const nothing: WrittenReview = { rating: 0, title: '', body: '' };

/** One product of the form. It keeps what the shopper wrote until the service has answered that it is stored. */
export class ReviewLine {
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #product: Reviewable;
  readonly #suffix: string;
  readonly #status = message('');
  #review: string | undefined;
  /** What the service has. */
  #stored: WrittenReview;

  constructor(page: Page, product: Reviewable, index: number) {
    this.#page = page;
    this.#product = product;
    this.#suffix = `-${index}`;
    this.#review = product.review?.id;
    this.#stored = product.review ?? nothing;
    const heading = `product-${index}`;
    this.element = node(
      'li',
      {},
      node(
        'div',
        { class: 'line', role: 'group', 'aria-labelledby': heading },
        node(
          'div',
          { class: 'product' },
          pictureOf(product),
          node('h2', { id: heading, dir: 'auto' }, product.product_name),
        ),
        ...reviewFields(page.wording, recall(this.#draft) ?? this.#stored, this.#suffix),
        this.#status,
      ),
    );
    this.element.addEventListener('input', () => remember(this.#draft, this.#written));
  }

  get #draft(): string {
    return `review ${this.#page.store} ${this.#product.order_id} ${this.#product.product_id}`;
  }

  get #written(): WrittenReview {
    const { form } = this.element.querySelector('input') ?? {};
    return form ? reviewIn(new FormData(form), this.#suffix) : this.#stored;
  }

  /** Whether the shopper wrote something that the service does not have. */
  get isDue(): boolean {
    return !isSame(this.#written, this.#stored);
  }

  /** Sends the line. Returns the code of the error, empty if no answer came; undefined if the review is stored. */
  async send(): Promise<string | undefined> {
    const { words, wording } = this.#page;
    const written = this.#written;
    this.#clear();
    if (written.rating === 0) {
      this.#mark('rating', words.chooseStars);
      return 'MISSING_FIELD';
    }
    const answer = await this.#call(written);
    if ('result' in answer) {
      this.#status.textContent = this.#review === undefined ? wording.posted : words.saved;
      this.#review = String(answer.result.id);
      this.#stored = written;
      // What was written meanwhile is not stored.
      if (!this.isDue) forget(this.#draft);
      return undefined;
    }
    await this.#refused(answer);
    return answer.code;
  }

  #call(written: WrittenReview): Promise<Answer> {
    if (this.#review !== undefined) return this.#page.call('PUT', `reviews/${this.#review}/`, { ...written });
    const { order_id, product_id } = this.#product;
    return this.#page.call('POST', 'reviews/', { order_id, product_id, ...written });
  }

  async #refused({ code, fields = [] }: Exclude<Answer, { result: unknown }>): Promise<void> {
    const { words, wording } = this.#page;
    if (code === 'DUPLICATE' && (await this.#findReview())) {
      this.#status.textContent = words.replaceReview;
      return;
    }
    const marked = fields.filter((field) => this.#mark(field, wording.invalid));
    if (marked.length === 0) this.#status.textContent = failureText(code, wording, reviewFailures);
  }

  /** The review of which the page does not know yet: it was posted elsewhere, or its answer was lost. */
  async #findReview(): Promise<boolean> {
    const answer = await this.#page.call('GET', 'reviewable/');
    if ('code' in answer) return false;
    const listed = answer.result.data as readonly Reviewable[];
    const review = listed.find(({ product_id }) => product_id === this.#product.product_id)?.review;
    this.#review = review?.id;
    return this.#review !== undefined;
  }

  /** Shows an error at a field of the line. Returns whether the line has the field. */
  #mark(field: string, text: string): boolean {
    const input = this.element.querySelector<HTMLInputElement>(`[name="${field}${this.#suffix}"]`);
    // The stars are one field.
    const marked = input?.closest('fieldset') ?? input;
    const id = `error-${field}${this.#suffix}`;
    input?.closest('fieldset, .field')?.after(node('p', { id, class: 'error' }, text));
    marked?.setAttribute('aria-invalid', 'true');
    marked?.setAttribute('aria-describedby', id);
    return marked !== null;
  }

  #clear(): void {
    this.#status.textContent = '';
    for (const error of this.element.querySelectorAll('.error')) error.remove();
    for (const field of this.element.querySelectorAll('[aria-invalid]')) {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
    }
  }
}

const isSame = (one: WrittenReview, other: WrittenReview): boolean =>
  one.rating === other.rating && one.title === other.title && one.body === other.body;

/** The picture, or the room for one: the names of products begin at the same edge. */
const pictureOf = ({ image_url }: Reviewable): HTMLElement =>
  image_url === null
    ? node('span', { class: 'picture' })
    : node('img', { class: 'picture', src: image_url, alt: '', width: 64, height: 64, loading: 'lazy' });
