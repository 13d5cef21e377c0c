import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  kind?: 'palette';
  onClose(): void;
  children: ComponentChildren;
}

/** A question or a form above the page. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, kind, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Closing gives the focus back, which removing the element would not.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={kind}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file picker that a person leaves cancels, too, and its event bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
