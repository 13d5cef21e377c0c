/** Where the person is: a page and its filters are the URL, so that a colleague can be sent it. */
import { signal } from '@preact/signals';

const base = '/console/';

interface Route {
  /** Below `/console/`, without slashes at its ends: `gift-cards/gcd_1`. */
  path: string;
  filters: URLSearchParams;
}

const read = (): Route => ({
  path: decoded(location.pathname).slice(base.length).replace(/\/+$/, ''),
  filters: new URLSearchParams(location.search),
});

/** An address that is not UTF-8 stays as it is: it is the address of no page. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export const route = signal(read());

addEventListener('popstate', () => {
  route.value = read();
});

type Filters = Readonly<Record<string, string | undefined>>;

/** The URL of a page with filters; empty ones are dropped. */
export function hrefOf(path: string, filters: Filters = {}): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(given).toString();
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${base}${path && `${encoded}/`}${query && `?${query}`}`;
}

export function go(href: string, { replace = false } = {}): void {
  if (href === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  route.value = read();
}

/** Changes filters of the page that is open. */
export const filter = (change: Filters): void =>
  go(hrefOf(route.peek().path, { ...Object.fromEntries(route.peek().filters), ...change }), { replace: true });
