import type { JSX } from 'preact';
import { go } from '../state/route.ts';

/** A link within the console, which loads no page unless it is opened in another tab. */
export function Link({ href, ...given }: JSX.IntrinsicElements['a'] & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...given} />;
}
