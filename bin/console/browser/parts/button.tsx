/** What staff press or follow: buttons and links. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { go } from '../state/route.ts';

type Given = Omit<JSX.IntrinsicElements['button'], 'onClick' | 'class'>;

interface ButtonProps extends Given {
  kind?: 'primary' | 'danger' | 'plain' | 'risk' | undefined;
  onClick?: (() => unknown) | undefined;
  /** In flight elsewhere: it keeps the focus, and a press does nothing. */
  busy?: boolean | undefined;
  /** It changes nothing, so a key that only reads has it too. */
  'data-reads'?: boolean;
  children: ComponentChildren;
}

/** A button that does nothing while what its last press began is in flight. */
export function Button({ kind, onClick, busy = false, children, ...given }: ButtonProps) {
  const [isRunning, setRunning] = useState(false);
  const isBusy = busy || isRunning;
  const press = async () => {
    setRunning(true);
    try {
      await onClick?.();
    } finally {
      setRunning(false);
    }
  };
  return (
    <button
      type="button"
      {...given}
      class={['button', kind].filter(Boolean).join(' ')}
      aria-busy={isBusy}
      aria-disabled={isBusy || given.disabled}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else if (onClick) void press();
      }}
    >
      {children}
    </button>
  );
}

/** A link within the console, which loads no page unless it is opened in another tab. */
export function Link({ href, ...given }: JSX.IntrinsicElements['a'] & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...given} />;
}

/** A link to a page of the guide. It opens in a new tab: leaving this one ends a session that is only in memory. */
export const GuideLink = ({ page, children }: { page: string; children: ComponentChildren }) => (
  <a href={`/docs/guides/${page}`} target="_blank" rel="noopener">
    {children}
  </a>
);
