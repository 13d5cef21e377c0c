/** The palette: pages, recent records, actions and search results in one list. */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { recents } from '../state/recents.ts';
import { go, hrefOf } from '../state/route.ts';
import { Combobox, type Entry, type Group } from './combobox.tsx';
import { useFound } from './found.tsx';
import { showKeys } from './keys-dialog.tsx';
import { focusContent } from './search-box.tsx';
import { leave } from './sign-in.tsx';
import { isDark, switchTheme } from './theme.ts';

const isOpen = signal(false);

/** Pages by their names in the URL. */
type Pages = readonly (readonly [name: string, page: { title: string }])[];

/** Listens for its key, and shows the palette above the page. */
export function Palette({ pages }: { pages: Pages }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'k';
      // A form in another dialog stays as it is.
      if (!isKey || (!isOpen.peek() && document.querySelector('dialog[open]'))) return;
      event.preventDefault();
      isOpen.value = !isOpen.peek();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return isOpen.value ? <PaletteDialog pages={pages} /> : null;
}

const close = (): void => {
  isOpen.value = false;
};

function PaletteDialog({ pages }: { pages: Pages }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [actions] = useState(actionsOfPage);
  const found = useFound(typed);
  const choose = ({ href, act, staysOpen }: Entry) => {
    if (staysOpen) return act?.();
    close();
    // The dialog gives the focus back before another one opens.
    setTimeout(() => {
      if (href !== undefined) go(href);
      if (act) act();
      else focusContent();
    });
  };
  const own: readonly Group[] = [
    {
      title: 'Recent',
      entries: recents.value.map(({ href, kind, title }) => ({ id: href, title, detail: kind, href })),
    },
    { title: 'On this page', entries: actions },
    { title: 'Pages', entries: pages.map(([name, { title }]) => ({ id: `page ${name}`, title, href: hrefOf(name) })) },
    {
      title: 'Console',
      entries: [
        { id: 'theme', title: `Switch to ${isDark.value ? 'light' : 'dark'} theme`, act: switchTheme },
        { id: 'keys', title: 'Show the keys', act: showKeys },
        { id: 'leave', title: 'Sign out', act: leave },
      ],
    },
  ];
  const query = typed.trim().toLowerCase();
  const groups = own
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((each) => each.title.toLowerCase().includes(query)),
    }))
    .filter(({ entries }) => entries.length > 0);
  const known = new Set(groups.flatMap(({ entries }) => entries.map(({ href }) => href)));
  const results = found.groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ href }) => href === undefined || !known.has(href)),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <Dialog title="Go to" kind="palette" onClose={close}>
      <Combobox
        field={field}
        label="Go to"
        placeholder="A page, an action, or a record to search for"
        typed={typed}
        isOpen
        groups={[...groups, ...results]}
        // What is known here is never outdated.
        isOutdated={found.isOutdated && groups.length === 0}
        status={groups.length > 0 && found.groups.length === 0 && !found.isOutdated ? undefined : found.status}
        onType={setTyped}
        onChoose={choose}
      />
    </Dialog>
  );
}

/** The buttons at the head of the page, by what they say: a list by hand would miss one. */
function actionsOfPage(): Entry[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main .head .button')];
  return buttons.map((button, index) => ({
    id: `action ${index}`,
    title: button.textContent ?? '',
    act: () => button.click(),
  }));
}
