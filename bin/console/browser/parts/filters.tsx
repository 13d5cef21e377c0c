import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { filter, go, hrefOf, route } from '../state/route.ts';
import { Button } from './button.tsx';
import { Picker } from './picker.tsx';
import type { PickedType } from './searched.ts';
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
}

/** A filter that is typed. It is in the URL once the person leaves it or presses Enter. */
export function FilterBox({ name, label, placeholder }: BoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const value = route.value.filters.get(name) ?? '';
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  const apply = () => filter({ [name]: input.current?.value.trim() || undefined });
  return (
    <input
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onChange={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}

interface FilterPickerProps {
  /** What the filter is called in the URL, where it has an id. */
  name: string;
  label: string;
  type: PickedType;
  /** Names by ids that the page has read already. */
  known?: ReadonlyMap<string, string>;
}

/** A filter by a record, which is found by its name. */
export const FilterPicker = ({ name, label, type, known }: FilterPickerProps) => (
  <Picker
    type={type}
    label={label}
    placeholder={label}
    value={route.value.filters.get(name) ?? ''}
    known={known}
    onPick={(id) => filter({ [name]: id })}
    onClear={() => filter({ [name]: undefined })}
  />
);

interface EmptyListProps {
  /** The names of the list's filters in the URL. */
  filters: readonly string[];
  /** What the list has, such as `reviews`. */
  of: string;
  title: string;
  /** In place of the title that nothing matches the filters. */
  filtered?: string | undefined;
  children: ComponentChildren;
}

/** In place of a list without rows: what would be here, or, where filters are set, that nothing matches them. */
export function EmptyList({ filters, of, title, filtered, children }: EmptyListProps) {
  const set = filters.filter((name) => route.value.filters.get(name));
  if (set.length === 0) return <Empty title={title}>{children}</Empty>;
  const words = set.length === 1 ? 'filter' : 'filters';
  return (
    <Empty
      title={filtered ?? `No ${of} match your ${words}`}
      action={
        <Button onClick={() => filter(Object.fromEntries(set.map((name) => [name, undefined])))}>Clear {words}</Button>
      }
    >
      Clear the {words} to see all {of}.
    </Empty>
  );
}

interface PagePickerProps {
  /** The page with the id in its URL. */
  page: string;
  label: string;
  placeholder: string;
  type: PickedType;
  /** Another type that leads to a page of its own. */
  also?: { type: PickedType; page: string } | undefined;
  value?: string;
}

/** Leads to the page of a record, which is found by its name. */
export const PagePicker = ({ page, also, ...given }: PagePickerProps) => (
  <Picker
    {...given}
    also={also?.type}
    isWide
    onPick={(id, _title, type) => go(hrefOf(`${also && type === also.type ? also.page : page}/${id}`))}
  />
);
