import { useRef, useState } from 'preact/hooks';
import { everywhere, useKeys } from '../parts/keys.ts';
import { go } from '../state/route.ts';
import { Combobox, type Entry } from './combobox.tsx';
import { useFound } from './found.tsx';

/** Leads to the records of the store by what staff know of them. `/` moves the focus to it. */
export function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = useFound(typed);
  const enter = () => {
    field.current?.focus();
    field.current?.select();
  };
  useKeys(everywhere, { '/': { does: 'Search', act: enter } });
  const close = () => {
    setTyped('');
    setOpen(false);
  };
  const choose = ({ href, act, staysOpen }: Entry) => {
    act?.();
    if (staysOpen) return;
    close();
    if (href !== undefined) go(href);
    focusContent();
  };
  return (
    <search
      class="search-box"
      onFocusIn={() => setOpen(true)}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
      }}
      onKeyDown={(event) => {
        // An input method uses Escape to drop what is not yet a character.
        if (event.key !== 'Escape' || event.isComposing) return;
        if (typed === '') focusContent();
        close();
      }}
    >
      <Combobox
        {...found}
        field={field}
        label="Search"
        placeholder="Search"
        typed={typed}
        isOpen={isOpen && typed.trim() !== ''}
        onType={(text) => {
          setTyped(text);
          setOpen(true);
        }}
        onChoose={choose}
      />
      {typed === '' && <kbd>/</kbd>}
    </search>
  );
}

/** The keys of the page work again. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });
