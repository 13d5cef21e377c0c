/** What a call needs to know of its operation. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** What the argument after the ids is. */
  input?: 'body' | 'query' | undefined;
  /** Names of the body's fields, or of the filters: `strict` refuses others. */
  fields?: readonly string[] | undefined;
  /** Whether it answers a list. */
  isList: boolean;
  /** Whether ids in its body make a repeat harmless: no idempotency key is sent. */
  isRepeatable?: boolean | undefined;
  /** The field of a multipart body that holds the file. */
  field?: string | undefined;
}

/** What a call needs to know of its function. */
export interface FunctionRoute {
  /** Of the function, without that of its stack. */
  name: string;
  /** Whether it acts for the client's store alone, for that or the one that a call names, makes one, or is of all of them. */
  store: 'own' | 'named' | 'new' | 'none';
  /** Fields that name what a call makes, with what they begin with: the client makes those that are left out. */
  ids?: Readonly<Record<string, string>>;
  /** Whether the same payload may be sent again. */
  isRepeated: boolean;
  /** The operation behind its address, if it has one. */
  http?: Route | undefined;
}

/** A function that has an address too. */
export interface StorefrontRoute extends FunctionRoute {
  http: Route;
}
