/** Search over all pages, by keyboard: `/` or Ctrl-K opens it, arrows choose, Enter goes there. */
import MiniSearch from 'minisearch';
import { element } from './elements.ts';

interface Entry {
  id: string;
  title: string;
  page: string;
  text: string;
}

const maximum = 12;

async function load(): Promise<MiniSearch<Entry>> {
  const entries: Entry[] = await (await fetch('/docs/search.json')).json();
  const index = new MiniSearch<Entry>({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' },
  });
  index.addAll(entries);
  return index;
}

export function search(): void {
  const button = document.querySelector<HTMLButtonElement>('button.search');
  if (!button) return;
  button.hidden = false;
  let index: Promise<MiniSearch<Entry>> | undefined;
  const input = element('input', {
    type: 'search',
    placeholder: 'Search the reference',
    ariaLabel: 'Search the reference',
  });
  const list = element('ul', { className: 'results' });
  const status = element('p', { className: 'found' });
  status.setAttribute('role', 'status');
  const dialog = element('dialog', { className: 'search' }, input, status, list);
  document.body.append(dialog);

  const open = () => {
    index ??= load();
    dialog.showModal();
    input.select();
  };
  const show = async () => {
    const found = index && input.value.trim() !== '' ? (await index).search(input.value).slice(0, maximum) : [];
    status.textContent =
      input.value.trim() === '' ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found`;
    list.replaceChildren(
      ...found.map(({ id, title, page }) =>
        element(
          'li',
          {},
          element('a', { href: id, onclick: () => dialog.close() }, `${title} `, element('small', {}, page)),
        ),
      ),
    );
  };
  const links = () => [...list.querySelectorAll('a')];

  button.addEventListener('click', open);
  input.addEventListener('input', () => void show());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && document.activeElement === input) links()[0]?.click();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all: HTMLElement[] = [input, ...links()];
    all.at((all.findIndex((each) => each.matches(':focus')) + step) % all.length)?.focus();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = document.activeElement?.matches('input, textarea, select') ?? false;
    const asks = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!asks || dialog.open) return;
    event.preventDefault();
    open();
  });
}
