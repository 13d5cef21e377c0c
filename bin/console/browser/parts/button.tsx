import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

type Given = Omit<JSX.IntrinsicElements['button'], 'onClick' | 'class'>;

interface ButtonProps extends Given {
  kind?: 'primary' | 'danger' | 'plain' | undefined;
  onClick?: (() => unknown) | undefined;
  /** In flight elsewhere: it keeps the focus, and a press does nothing. */
  busy?: boolean | undefined;
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
