import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { filter, go, hrefOf, route } from '../state/route.ts';
import { Button } from './button.tsx';
import { given } from './form.tsx';
import { Empty } from './states.tsx';

interface TabsProps {
  /** What the filter is called in the URL. */
  name: string;
  label: string;
  /** Values with what they are called; the empty one is all. */
  values: Readonly<Record<string, string>>;
}

/** A filter with a few values. */
export function FilterTabs({ name, label, values }: TabsProps) {
  const chosen = route.value.filters.get(name) ?? '';
  return (
    <fieldset class="tabs" aria-label={label}>
      {Object.entries(values).map(([value, words]) => (
        <button
          type="button"
          key={value}
          aria-pressed={value === chosen}
          onClick={() => filter({ [name]: value || undefined })}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}

/** A filter with a few values, of which the person seldom needs one. */
export function FilterSelect({ name, label, values }: TabsProps) {
  const chosen = route.value.filters.get(name) ?? '';
  return (
    <select
      aria-label={label}
      value={chosen}
      onChange={(event) => filter({ [name]: event.currentTarget.value || undefined })}
    >
      {/* The value without a filter comes first: numbers would precede it. */}
      {Object.entries(values)
        .toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))
        .map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
    </select>
  );
}

interface BoxProps {
  name: string;
  label: string;
  placeholder: string;
  /** Names by the ids that the filter takes: the person writes either. */
  names?: ReadonlyMap<string, string>;
}

/** A filter that is typed. It is in the URL once the person leaves it or presses Enter. */
export function FilterBox({ name, label, placeholder, names = new Map() }: BoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const value = route.value.filters.get(name) ?? '';
  const shown = names.get(value) ?? value;
  useEffect(() => {
    if (input.current) input.current.value = shown;
  }, [shown]);
  const apply = () => {
    const typed = input.current?.value.trim() ?? '';
    const [id] = [...names].find(([, each]) => each === typed) ?? [];
    // A name that two have is that of the one that is chosen already.
    filter({ [name]: (typed === shown ? value : (id ?? typed)) || undefined });
  };
  return (
    <>
      <input
        ref={input}
        type="search"
        list={names.size > 0 ? list : undefined}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={shown}
        onChange={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      {names.size > 0 && (
        <datalist id={list}>
          {[...names].map(([id, each]) => (
            <option key={id} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

interface EmptyListProps {
  /** The names of the list's filters in the URL. */
  filters: readonly string[];
  /** What the list has, such as `reviews`. */
  of: string;
  title: string;
  children: ComponentChildren;
}

/** In place of a list without rows: what would be here, or, where filters are set, that nothing matches them. */
export function EmptyList({ filters, of, title, children }: EmptyListProps) {
  const set = filters.filter((name) => route.value.filters.get(name));
  if (set.length === 0) return <Empty title={title}>{children}</Empty>;
  const words = set.length === 1 ? 'filter' : 'filters';
  return (
    <Empty
      title={`No ${of} match your ${words}`}
      action={
        <Button onClick={() => filter(Object.fromEntries(set.map((name) => [name, undefined])))}>Clear {words}</Button>
      }
    >
      Clear the {words} to see all {of}.
    </Empty>
  );
}

interface FindBoxProps {
  /** The page with the id in its URL. */
  page: string;
  label: string;
  placeholder: string;
  value?: string;
}

/** Leads to what has an id. */
export function FindBox({ page, label, placeholder, value = '' }: FindBoxProps) {
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const id = given(new FormData(event.currentTarget), 'id')?.trim();
    if (id) go(hrefOf(`${page}/${id}`));
  };
  return (
    <form class="find" onSubmit={find}>
      <input type="search" name="id" aria-label={label} placeholder={placeholder} defaultValue={value} />
    </form>
  );
}
