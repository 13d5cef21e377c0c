/** What a call needs to know of its operation. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** What the argument after the ids is. */
  input?: 'body' | 'query' | undefined;
  /** Names of the body's fields, or of the filters. */
  fields?: readonly string[] | undefined;
  /** Whether it answers a list. */
  isList: boolean;
  /** The field of a multipart body that holds the file. */
  field?: string | undefined;
}
