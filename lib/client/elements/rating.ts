import { fileOf, type ReadFile } from './files.ts';
import { ReadingElement } from './reading.ts';
import { summaryOf } from './review-nodes.ts';
import { styleAround } from './style.ts';

/** `<store-rating>`: average stars and number of reviews of a product, in one line. */
export class StoreRating extends ReadingElement {
  protected clear(): void {
    this.replaceChildren();
  }

  protected async show(readFile: ReadFile, signal: AbortSignal): Promise<void> {
    styleAround(this);
    const reviews = await readFile(fileOf(0), false);
    if (signal.aborted) return;
    const rendered = this.querySelector('.store-reviews-summary, .store-reviews-none');
    const summary = summaryOf(reviews, this.wording, rendered?.localName === 'p' ? 'p' : 'span');
    if (!rendered && this.textContent.trim() === '') this.replaceChildren(summary);
    // What is still right stays untouched. Other markup of the shop is its own.
    else if (rendered && squeezed(rendered) !== squeezed(summary)) rendered.replaceWith(summary);
  }
}

const squeezed = ({ textContent }: Element): string => textContent.replaceAll(/\s+/g, ' ').trim();
