/** The types of the elements, for programs that use them. The package has them as the types of its entry. */

/** What a shopper token must allow. */
export type TokenScope = 'review' | 'waitlist' | 'balance';

/** The event `store-token-needed`: a visitor wants to send something, and the element has no token, or its token was refused. It bubbles. */
export interface TokenNeededEvent extends CustomEvent {
  readonly target: StoreFormElement;
  readonly detail: {
    /** The scope that the token needs. */
    readonly scope: TokenScope;
    /** Answers with a token, or with a promise of one; null or undefined if the visitor is not signed in. */
    respondWith(token: TokenAnswer | Promise<TokenAnswer>): void;
  };
}

export type TokenAnswer = string | null | undefined;

/** An element that reads the public files of a product, with the attributes `src`, `site`, `product` and `lang`. */
export interface StoreReadingElement extends HTMLElement {}

/** An element that sends what a visitor enters, with the attributes `src`, `store`, `site`, `product`, `variant` and `lang`. */
export interface StoreFormElement extends HTMLElement {
  /**
   * The shopper token, or null. It is sent only to the origin of `src`. Another `src` or `store` clears it, and so does a refusal of the
   * token. Without one, the element dispatches `store-token-needed`.
   */
  token: string | null;
}

declare global {
  interface HTMLElementTagNameMap {
    'store-rating': StoreReadingElement;
    'store-reviews': StoreReadingElement;
    'store-review-form': StoreFormElement;
    'store-notify-me': StoreFormElement;
    'store-gift-card-balance': StoreFormElement;
  }

  interface GlobalEventHandlersEventMap {
    'store-token-needed': TokenNeededEvent;
  }
}
