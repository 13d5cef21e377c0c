/** The operation of a call. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Kind of the argument after the ids. The query of a call that returns no list is among its options. */
  input?: 'body' | 'query' | undefined;
  /** Names of the fields of the body, or of the filters: `strict` refuses others. */
  fields?: readonly string[] | undefined;
  /** Whether it returns a list. */
  isList: boolean;
  /** Whether ids in the body make a retry safe, so that no idempotency key is sent. */
  isRepeatable?: boolean | undefined;
  /** The field of a multipart body with the file. */
  field?: string | undefined;
}

/** The function of a call. */
export interface FunctionRoute {
  /** Name of the function, without the name of the stack. */
  name: string;
  /** `own`: only the client's store; `named`: that store or the one in the call; `new`: creates a store; `none`: no single store. */
  store: 'own' | 'named' | 'new' | 'none';
  /** Prefixes of ids, by field: the client creates an id if the call omits the field. */
  ids?: Readonly<Record<string, string>>;
  /** Whether a retry with the same payload is safe. */
  isRepeated: boolean;
  /** The HTTP operation of the function, if it has a route. */
  http?: Route | undefined;
}

/** A function with a route. */
export interface StorefrontRoute extends FunctionRoute {
  http: Route;
}
