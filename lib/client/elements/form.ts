import { type Failures, failureText, type PlainText } from './answers.ts';
import { type Answer, patience, send } from './call.ts';
import { StoreElement } from './element.ts';
import { node, whileBusy } from './nodes.ts';
import { styleInside } from './style.ts';
import type { StoreFormElement, TokenAnswer, TokenNeededEvent, TokenScope } from './types.ts';
import type { Wording } from './wording.ts';

/**
 * An element with a form, which sends to the store's `/shop/v1/` with a shopper token. A link or a button inside the element opens the form;
 * without one, the element shows a button.
 */
export abstract class StoreForm extends StoreElement implements StoreFormElement {
  /** Scope of the token, and the last segment of the path. */
  protected abstract readonly scope: TokenScope;
  protected abstract readonly call: string;
  /** The text of the button that opens the form. */
  protected abstract readonly opens: PlainText;
  /** What the visitor reads about errors that mean something else here. */
  protected readonly failures: Failures = {};

  readonly #root = this.attachShadow({ mode: 'open' });
  #token: string | null;
  #button = node('button');
  #form = node('form');
  #status = node('p');
  /** The attributes with which the form was made. */
  #made: string | undefined;

  constructor() {
    super();
    styleInside(this.#root);
    // Set by the page before the element was defined.
    this.#token = Object.getOwnPropertyDescriptor(this, 'token')?.value ?? null;
    Reflect.deleteProperty(this, 'token');
    this.addEventListener('click', (event) => this.#toggle(event));
  }

  protected abstract fields(wording: Wording): HTMLElement[];

  /** The body of the call. */
  protected abstract bodyOf(entries: FormData): Readonly<Record<string, unknown>>;

  /** What the visitor reads about a result. */
  protected abstract success(result: Readonly<Record<string, unknown>>, wording: Wording): string;

  get token(): string | null {
    return this.#token;
  }

  set token(token: string | null) {
    this.#token = token;
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // A token is for one origin and one store.
    if ((name === 'src' || name === 'store') && before !== null && before !== after) this.#token = null;
    super.attributeChangedCallback(name, before, after);
  }

  protected start(): void {
    const attributes = JSON.stringify(StoreForm.observedAttributes.map((name) => this.getAttribute(name)));
    // Moved within the page, the form keeps what was entered.
    if (this.#made === attributes) return;
    const isOpen = this.#made !== undefined && !this.#form.hidden;
    this.#made = attributes;
    this.#make(this.wording, isOpen);
  }

  #make(wording: Wording, isOpen: boolean): void {
    const language = { lang: wording.language, dir: wording.direction };
    this.#status = node('p', { part: 'status', role: 'status' });
    this.#form = node(
      'form',
      { part: 'form', hidden: !isOpen, 'aria-label': wording[this.opens], ...language },
      ...this.fields(wording),
      node('button', { part: 'submit' }, wording.send),
      this.#status,
    );
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.submit(this.bodyOf(new FormData(this.#form)), wording);
    });
    this.#button = node('button', { part: 'open', type: 'button', ...language }, wording[this.opens]);
    this.#root.replaceChildren(node('slot'), ...(this.#opener === this.#button ? [this.#button] : []), this.#form);
    this.#opener.ariaExpanded = String(isOpen);
  }

  /** What opens the form: the page may replace its own at any time. */
  get #opener(): HTMLElement {
    return this.querySelector<HTMLElement>('a, button') ?? this.#button;
  }

  #toggle(event: MouseEvent): void {
    const opener = this.#opener;
    // A link may still be opened in a tab of its own.
    if (!event.composedPath().includes(opener) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#form.hidden = !this.#form.hidden;
    opener.ariaExpanded = String(!this.#form.hidden);
    if (!this.#form.hidden) this.opened(this.#form, this.wording);
  }

  /** After the visitor has opened the form. */
  protected opened(form: HTMLFormElement, _wording: Wording): void {
    form.querySelector<HTMLElement>('input')?.focus();
  }

  /** Sends a body and shows what came of it. Nothing is sent while another body is. */
  protected async submit(body: Readonly<Record<string, unknown>>, wording: Wording): Promise<Answer> {
    const status = this.#status;
    const answer = await whileBusy(this.#form, status, () => this.#send(body).catch((): Answer => ({ code: '' })));
    if (!answer) return { code: '' };
    const isError = 'code' in answer;
    status.part.toggle('error', isError);
    status.textContent = isError
      ? failureText(answer.code, wording, this.failures)
      : this.success(answer.result, wording);
    return answer;
  }

  /** Where it sends; throws if `src` is no URL. */
  get #target(): string {
    return `${this.origin}/shop/v1/${this.segment('store')}/${this.call}/`;
  }

  /** Sends a body, with another token if the first one is refused. */
  async #send(body: Readonly<Record<string, unknown>>): Promise<Answer> {
    const target = this.#target;
    const first = await this.#sendTo(target, body);
    if (!('code' in first) || first.code !== 'UNAUTHORIZED') return first;
    this.#token = null;
    return this.#sendTo(target, body);
  }

  async #sendTo(target: string, body: Readonly<Record<string, unknown>>): Promise<Answer> {
    const token = this.#token ?? (await this.#askForToken());
    if (!token) return { code: 'UNAUTHORIZED' };
    // The token that the page gave meanwhile may be for another store.
    if (this.#target !== target) return { code: '' };
    this.#token = token;
    return send({ url: target, token, body });
  }

  /** Asks the page for a token; null or undefined if it gives none. */
  async #askForToken(): Promise<TokenAnswer> {
    let answer: TokenAnswer | Promise<TokenAnswer>;
    const detail: TokenNeededEvent['detail'] = {
      scope: this.scope,
      respondWith: (token) => {
        answer = token;
      },
    };
    this.dispatchEvent(new CustomEvent('store-token-needed', { bubbles: true, composed: true, detail }));
    const tooLate = new Promise<never>((_, reject) => setTimeout(reject, patience));
    return (await Promise.race([answer, tooLate])) ?? this.#token;
  }

  /** The attribute, if there is one. */
  protected attribute(name: string): string | undefined {
    return this.getAttribute(name) ?? undefined;
  }
}
