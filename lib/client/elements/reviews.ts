import type { PublicReviews } from '../../resources/public-reviews/fields.ts';
import { fileOf, hasMore, type ReadFile, type ReadReviews, readReviews } from './files.ts';
import { node } from './nodes.ts';
import { ReadingElement } from './reading.ts';
import { itemOf, summaryOf } from './review-nodes.ts';
import { styleAround, styleInside } from './style.ts';
import type { Wording } from './wording.ts';

const stars = [5, 4, 3, 2, 1] as const;

/** `<store-reviews>`: the reviews of a product, which the server may have rendered inside, with a filter by stars and a button for more. */
export class StoreReviews extends ReadingElement {
  readonly #filter = node('select', { part: 'filter', hidden: true });
  readonly #more = node('button', { part: 'more', type: 'button', hidden: true });
  readonly #status = node('p', { part: 'status', role: 'status', class: 'list quiet' });

  /** What was read without a filter; undefined if there is something newer. */
  #all: ReadReviews | undefined;
  #readFile: ReadFile | undefined;
  #reading: AbortController | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    styleInside(root);
    root.append(this.#filter, node('slot'), this.#more, this.#status);
    this.#filter.addEventListener('change', () => this.#act((signal) => this.#showChosen(signal)));
    this.#more.addEventListener('click', () => this.#act((signal) => this.#showMore(signal)));
  }

  protected clear(): void {
    this.replaceChildren();
    this.#filter.replaceChildren();
    this.#filter.hidden = true;
    this.#more.hidden = true;
  }

  protected async show(readFile: ReadFile, signal: AbortSignal): Promise<void> {
    styleAround(this);
    this.#readFile = readFile;
    this.#reading?.abort();
    const reviews = await readReviews(readFile, 1);
    if (signal.aborted) return;
    this.#all = reviews;
    const { wording } = this;
    const section = this.#section;
    const isFiltered = this.#chosen > 0;
    this.#filter.value = '0';
    this.#label(wording);
    this.#control(reviews, wording);
    if (!section || isFiltered) this.#render(reviews, wording);
    else if (!isShown(reviews, section, wording)) this.#renderUnseen(reviews, section, wording, signal);
  }

  get #section(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.store-reviews');
  }

  get #list(): Element | null {
    return this.querySelector('.store-reviews-list');
  }

  /** The chosen number of stars; 0 for all. */
  get #chosen(): number {
    return Number(this.#filter.value);
  }

  /** What a reader sees does not move: newer reviews come when the list is out of sight, or with what the reader asks for. */
  #renderUnseen(reviews: PublicReviews, section: HTMLElement, wording: Wording, signal: AbortSignal): void {
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) return;
      observer.disconnect();
      this.#render(reviews, wording);
    });
    observer.observe(section);
    const stop = () => observer.disconnect();
    this.#filter.addEventListener('change', stop, { signal });
    this.#more.addEventListener('click', stop, { signal });
    signal.addEventListener('abort', stop);
  }

  /** Does what a reader asks for, in place of what they asked for before. */
  async #act(work: (signal: AbortSignal) => Promise<string>): Promise<void> {
    this.#reading?.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.#section?.setAttribute('aria-busy', 'true');
    const text = await work(signal).catch(() => undefined);
    if (signal.aborted) return;
    this.#section?.removeAttribute('aria-busy');
    this.#status.textContent = text ?? this.wording.failed;
    this.#status.classList.toggle('quiet', text !== undefined);
  }

  /** Shows the reviews with the chosen number of stars. Returns how many there are, in words. */
  async #showChosen(signal: AbortSignal): Promise<string> {
    const chosen = this.#chosen;
    const reviews = await this.#readChosen(chosen);
    const { wording } = this;
    if (signal.aborted) return '';
    if (chosen === 0) this.#all = reviews;
    else if (reviews.version !== this.#all?.version) this.#all = undefined;
    this.#render(reviews, wording);
    this.#control(reviews, wording);
    return wording.count(chosen === 0 ? reviews.review_count : countOf(reviews, chosen));
  }

  async #readChosen(chosen: number): Promise<ReadReviews> {
    const readFile = this.#reader;
    if (chosen === 0) return readReviews(readFile, 1, this.#all);
    return { ...(await readFile(fileOf(chosen), false)), files: 1 };
  }

  get #reader(): ReadFile {
    if (!this.#readFile) throw new Error('Nothing was read yet');
    return this.#readFile;
  }

  /** Shows one more file. Returns how many reviews are shown, in words. */
  async #showMore(signal: AbortSignal): Promise<string> {
    const { wording } = this;
    const before = this.#all?.data.length ?? 0;
    const reviews = await readReviews(this.#reader, (this.#all?.files ?? 0) + 1, this.#all);
    if (signal.aborted) return '';
    this.#all = reviews;
    const list = this.#list;
    if (list?.children.length === before && this.#section?.dataset.version === String(reviews.version)) {
      list.append(...this.#items(reviews.data.slice(before), wording));
    } else {
      this.#render(reviews, wording);
    }
    this.#control(reviews, wording);
    const first = this.#list?.children[before];
    // The button may be gone.
    if (first instanceof HTMLElement) {
      first.tabIndex = -1;
      first.focus();
    }
    return wording.count(reviews.data.length);
  }

  #render(reviews: PublicReviews, wording: Wording): void {
    const section = this.#sectionIn(wording);
    const summary = summaryOf(reviews, wording, 'p');
    const rendered = section.querySelector('.store-reviews-summary, .store-reviews-none');
    if (rendered) rendered.replaceWith(summary);
    else section.append(summary);
    const items = this.#items(reviews.data, wording);
    this.#list?.remove();
    if (items.length > 0) summary.after(node('ol', { class: 'store-reviews-list' }, ...items));
    section.dataset.version = String(reviews.version);
  }

  /** The section in this language; if the page has none, a new one. */
  #sectionIn({ review, language, direction }: Wording): HTMLElement {
    const section = this.#section;
    if (section?.lang === language) return section;
    const product = this.getAttribute('product') ?? '';
    const made = node(
      'section',
      {
        ...{ class: 'store-reviews', lang: language, dir: direction, 'aria-label': review.heading },
        'data-product': product,
      },
      node('h2', { class: 'store-reviews-heading' }, review.heading),
    );
    this.replaceChildren(made);
    return made;
  }

  /** The files do not have the name of the shop; the server may have rendered it. */
  #items(reviews: PublicReviews['data'], wording: Wording): HTMLElement[] {
    const shop = this.querySelector('.store-review-reply-heading bdi')?.textContent ?? location.hostname;
    return reviews.map((review) => itemOf(review, shop, wording));
  }

  #label({ filter, more, language, direction }: Wording): void {
    this.#filter.setAttribute('aria-label', filter);
    this.#more.textContent = more;
    for (const each of [this.#filter, this.#more, this.#status]) {
      each.lang = language;
      each.dir = direction;
    }
  }

  /** Shows the controls that have a use. */
  #control(reviews: PublicReviews, wording: Wording): void {
    const chosen = this.#chosen;
    const given = stars.filter((each) => each === chosen || countOf(reviews, each) > 0);
    this.#filter.replaceChildren(
      node('option', { value: 0 }, wording.all),
      ...given.map((each) =>
        node('option', { value: each }, `${wording.stars(each)} (${wording.number(countOf(reviews, each))})`),
      ),
    );
    this.#filter.value = String(chosen);
    this.#filter.hidden = given.length < 2;
    this.#more.hidden = chosen !== 0 || !hasMore(reviews);
  }
}

const countOf = ({ ratings }: PublicReviews, chosen: number): number =>
  Object.entries(ratings).find(([each]) => Number(each) === chosen)?.[1] ?? 0;

const isShown = ({ version }: PublicReviews, { dataset, lang }: HTMLElement, { language }: Wording): boolean =>
  dataset.version === String(version) && lang === language;
