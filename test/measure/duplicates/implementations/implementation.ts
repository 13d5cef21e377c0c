/** One way of making the endpoint under test: it raises a gift card's balance by an amount, once for an idempotency key. */

export interface Adjustment {
  idempotencyKey: string;
  amount: number;
  /** Tells the entry that this leaves in the card's ledger from all others. */
  note: string;
}

export interface Reply {
  status: number;
  /** What a 2xx shows of the card. */
  balance?: number | undefined;
}

/** The endpoint on a card of its own. */
export interface Endpoint {
  /** Called as Lambda calls a function: once for each attempt. */
  adjust(adjustment: Adjustment): Promise<Reply>;
  /** The notes of the card's ledger, its first entry excepted, and its balance. */
  ledger(): Promise<{ notes: string[]; balance: number }>;
}

export interface Implementation {
  name: string;
  /** How it keeps its idempotency record. */
  how: string;
  /** Makes a card, on the tables that the environment names. */
  open(): Promise<Endpoint>;
}
