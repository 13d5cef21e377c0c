/** What a page tries. */
export interface Deed {
  way: 'fetch' | 'fetch without reading' | 'form' | 'image' | 'script' | 'events';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
