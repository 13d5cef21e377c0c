import type { PublicReviews } from '../../resources/public-reviews/fields.ts';
import { patience } from './call.ts';
import { StoreElement } from './element.ts';
import type { ReadFile } from './files.ts';

/** An element that reads the public files of a product. */
export abstract class ReadingElement extends StoreElement {
  #folder: string | undefined;

  /** Shows the product by its files, after `clear` if another product was shown. */
  protected abstract show(readFile: ReadFile, signal: AbortSignal): Promise<void>;

  /** Removes what is shown. */
  protected abstract clear(): void;

  protected start(signal: AbortSignal): void {
    const folder = this.#folderOf();
    if (this.#folder !== undefined && this.#folder !== folder) this.clear();
    this.#folder = folder;
    // Without files, what the server rendered stays.
    if (folder !== '') this.show(reader(folder), signal).catch(() => undefined);
  }

  /** The address of the folder; empty if `src` is no URL. */
  #folderOf(): string {
    try {
      return `${this.origin}/public/${this.segment('site')}/products/${this.segment('product')}/`;
    } catch {
      return '';
    }
  }
}

const reader =
  (folder: string): ReadFile =>
  async (name, fresh) => {
    const response = await fetch(folder + name, {
      credentials: 'omit',
      cache: fresh ? 'no-cache' : 'default',
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.json()) as PublicReviews;
  };
