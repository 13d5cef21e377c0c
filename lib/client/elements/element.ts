/** What all elements have in common: they start when they are in a page, and again when an attribute changes. */
import { type Wording, wordingOf } from './wording.ts';

/** On a server, which renders pages, there are no elements: the module can be loaded there, but does nothing. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

export abstract class StoreElement extends Base {
  static readonly observedAttributes = ['src', 'store', 'site', 'product', 'variant', 'lang'];

  #stop: AbortController | undefined;
  #isDue = false;

  /** Shows the element, at first and after a change of its attributes. `signal` ends with the attributes, or when the element leaves the page. */
  protected abstract start(signal: AbortSignal): void;

  connectedCallback(): void {
    this.#startSoon();
    // Until then, what the server rendered inside may be incomplete.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => this.#startSoon(), { once: true });
    }
  }

  disconnectedCallback(): void {
    this.#stop?.abort();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.#startSoon();
  }

  /** Once for all attributes that change together. */
  #startSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#stop?.abort();
      if (!this.isConnected || document.readyState === 'loading') return;
      this.#stop = new AbortController();
      this.start(this.#stop.signal);
    });
  }

  /** An attribute as a segment of a path. */
  protected segment(name: string): string {
    return encodeURIComponent(this.getAttribute(name) ?? '');
  }

  /** Origin of the service; throws if `src` is no URL. */
  protected get origin(): string {
    return new URL(this.getAttribute('src') ?? '', document.baseURI).origin;
  }

  /** In the language of the attribute, of what the server rendered inside, or of the page. */
  protected get wording(): Wording {
    const inside = this.querySelector<HTMLElement>('[lang]')?.lang;
    return wordingOf(this.lang || inside || this.closest<HTMLElement>('[lang]')?.lang || '');
  }
}
