/** A field that finds a record by what staff know of it, such as a name, and gives its id. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { limits } from '../../../../lib/schema/limits.ts';
import { useSearch } from '../state/search.ts';
import { useEarlyEnter } from './early-enter.ts';
import { useName } from './names.tsx';
import { detailOf, type Option, optionsOf, Progress } from './picker-options.tsx';
import { isIdOf, mayFind, type PickedType } from './searched.ts';

interface PickerProps {
  type: PickedType;
  /** A second type that the field finds. */
  also?: PickedType | undefined;
  label: string;
  placeholder?: string;
  /** The id that is picked. */
  value?: string;
  /** Names by ids that the page has read already: they are found at once. */
  known?: ReadonlyMap<string, string> | undefined;
  /** Whether it is what its page begins with. */
  isWide?: boolean;
  onPick(id: string, title: string, type: PickedType): void;
  /** Called when the person empties the field, and in a form as soon as they type. Otherwise, the field shows again what is picked. */
  onClear?(): void;
  /** The name of the field in a form. There, a text without a pick stays, so that the form cannot be sent with an earlier pick. */
  name?: string;
}

export function Picker({ type, also, label, placeholder, value = '', known, isWide = false, ...given }: PickerProps) {
  const { onPick, onClear, name } = given;
  const id = useId();
  // What the person types; undefined while the field shows what is picked.
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const titles = useRef(new Map<string, string>()).current;
  const isFound = mayFind(type);
  const shown = useName(type, value, titles.get(value) ?? known?.get(value));
  const query = typed?.trim() ?? '';
  const { search, now } = useSearch(isFound ? query : '');
  const types: [PickedType, ...PickedType[]] = also ? [type, also] : [type];
  const options = optionsOf(types, query, known, search);
  const active = options[Math.min(at, options.length - 1)];

  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // What is typed next replaces what is picked.
    if (typed === undefined && document.activeElement === input.current) input.current?.select();
  }, [typed, shown]);

  const pick = (option: Option) => {
    // The name of an id that is typed is read.
    if (option.title !== option.id) titles.set(option.id, option.title);
    setTyped(undefined);
    input.current?.removeAttribute('aria-invalid');
    onPick(option.id, option.title, option.type);
  };
  const isSearching = search.state === 'searching';
  const enterEarly = useEarlyEnter({ query, isSearching, choices: options, choose: pick });
  const leave = () => {
    if (typed === '') onClear?.();
    if (query === '' || name === undefined) setTyped(undefined);
  };
  const enter = () => {
    const typeOfId = types.find((each) => isIdOf(each, query));
    if (query === '') leave();
    else if (typeOfId)
      pick(options.find((option) => option.id === query) ?? { type: typeOfId, id: query, title: query });
    else if (active) pick(active);
    else if (isSearching) enterEarly();
    else now();
  };
  const move = (step: number) => setAt((Math.min(at, options.length - 1) + step + options.length) % options.length);
  const keys: Readonly<Record<string, () => unknown>> = {
    Enter: enter,
    Escape: () => setTyped(undefined),
    ...(options.length > 0 && { ArrowDown: () => move(1), ArrowUp: () => move(-1) }),
  };
  return (
    <div class={isWide ? 'picker page' : 'picker'}>
      <input
        ref={input}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        enterKeyHint="search"
        maxLength={limits.searchQuery}
        spellcheck={false}
        name={name}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? id : undefined}
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder={placeholder}
        value={typed ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={leave}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
          if (name !== undefined && value !== '') onClear?.();
        }}
        onKeyDown={(event) => {
          const act = typed === undefined || event.isComposing ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      />
      {onClear && value !== '' && typed === undefined && (
        <button type="button" class="clear" data-reads aria-label={`Clear ${label}`} onClick={onClear}>
          ×
        </button>
      )}
      {query !== '' && (
        <div class="picker-list">
          {options.length > 0 && (
            // The field keeps the focus while an option is pressed.
            <div
              id={id}
              role="listbox"
              aria-label={label}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
            >
              {options.map((option) => (
                <button
                  key={option.id}
                  id={`${id}-${option.id}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === active}
                  onClick={() => pick(option)}
                >
                  <b>{option.type === 'gift_card' ? `···· ${option.title}` : option.title}</b>{' '}
                  {option.detail && <small>{detailOf(option.type, option.detail)}</small>}
                </button>
              ))}
            </div>
          )}
          <Progress {...{ type, also, query, search, isFound }} count={options.length} />
        </div>
      )}
    </div>
  );
}

/** The same in a form. */
export const PickerField = (props: PickerProps) => (
  <div class="field">
    <span aria-hidden="true">{props.label}</span>
    <Picker {...props} />
  </div>
);
