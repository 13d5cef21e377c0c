/** The palette: pages, recent records, actions and search results in one list. */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { isPaletteKey } from '../parts/keys.ts';
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
      // A form in another dialog stays as it is.
      if (!isPaletteKey(event) || (!isOpen.peek() && document.querySelector('dialog[open]'))) return;
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
  const actions = useActionsOfPage();
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
      ],
    },
  ];
  const query = typed.trim().toLowerCase();
  const groups = matching(own, query);
  const shown = [...ranked(groups, found.groups, query), ...matching([session(query)], query)];
  return (
    <Dialog title="Go to" kind="palette" onClose={close}>
      <Combobox
        field={field}
        label="Go to"
        placeholder="A page, an action, or a record to search for"
        typed={typed}
        isOpen
        groups={shown}
        isSearching={found.isSearching}
        status={groups.length > 0 && found.groups.length === 0 && !found.isSearching ? undefined : found.status}
        onType={setTyped}
        onChoose={choose}
      />
    </Dialog>
  );
}

/** Own groups and results, without a record that both have. A person with the name of an action, such as Grant, comes before the action. */
function ranked(own: readonly Group[], found: readonly Group[], query: string): Group[] {
  const known = new Set(own.flatMap(({ entries }) => entries.map(({ href }) => href)));
  const isExact = (entry: Entry) => hasWord(entry, query);
  const results = found
    .map(({ entries, ...group }) => ({
      ...group,
      entries: entries
        .filter(({ href }) => href === undefined || !known.has(href))
        .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a))),
    }))
    .filter(({ entries }) => entries.length > 0);
  const isFirst = ({ entries, isOutdated }: Group) => !isOutdated && entries.some(isExact);
  return [...results.filter(isFirst), ...own, ...results.filter((group) => !isFirst(group))];
}

/** The groups with the entries that have a word beginning with the query. */
const matching = (groups: readonly Group[], query: string): Group[] =>
  groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((each) => ` ${each.title.toLowerCase()}`.includes(` ${query}`)),
    }))
    .filter(({ entries }) => entries.length > 0);

/** Whether the query is the id of an entry, or whole words of its title. */
const hasWord = ({ id, title }: Entry, query: string): boolean =>
  query !== '' && (id.toLowerCase() === query || ` ${title.toLowerCase()} `.includes(` ${query} `));

/** Enter signs out only if the person moves to this entry or types all of its title. */
const session = (query: string): Group => ({
  title: 'Session',
  entries: [{ id: 'leave', title: 'Sign out', act: leave, isNeverFirst: query !== 'sign out' }],
});

/** The buttons at the head of the page, also those that appear while the palette is open. */
function useActionsOfPage(): Entry[] {
  const [actions, setActions] = useState(actionsOfPage);
  useEffect(() => {
    const page = document.getElementById('content');
    if (!page) return;
    const observer = new MutationObserver(() => setActions(actionsOfPage()));
    observer.observe(page, { childList: true, subtree: true });
    setActions(actionsOfPage());
    return () => observer.disconnect();
  }, []);
  return actions;
}

/** By what the buttons say: a list by hand would miss one. */
function actionsOfPage(): Entry[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main .head .button')];
  return buttons.map((button) => {
    const title = button.textContent ?? '';
    return { id: `action ${title}`, title, act: () => button.click() };
  });
}
