/** A field with a list below it: arrows move through the list, Enter opens what is marked, and the focus stays in the field. */
import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { limits } from '../../../../lib/schema/limits.ts';
import { useEarlyEnter } from '../parts/early-enter.ts';

/** A line of the list. */
export interface Entry {
  /** Unique in the list. */
  id: string;
  title: string;
  detail?: ComponentChildren;
  /** The page that it leads to. Without one, `act` runs. */
  href?: string | undefined;
  act?: (() => unknown) | undefined;
  /** The list stays open when it is chosen. */
  staysOpen?: boolean | undefined;
  /** It is not marked until the person moves to it. */
  isNeverFirst?: boolean | undefined;
}

export interface Group {
  title: string;
  entries: readonly Entry[];
  /** The entries belong to an earlier query: they are shown, but cannot be chosen. */
  isOutdated?: boolean | undefined;
}

interface ComboboxProps {
  label: string;
  placeholder: string;
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  isOpen: boolean;
  groups: readonly Group[];
  /** Whether the answer to what is typed has yet to arrive. */
  isSearching: boolean;
  /** What the list has, or why it has nothing. */
  status: ComponentChildren;
  onType(text: string): void;
  onChoose(entry: Entry): void;
}

export function Combobox(props: ComboboxProps) {
  const { label, placeholder, field, typed, isOpen, groups, isSearching, status, onType, onChoose } = props;
  const id = useId();
  const [moved, setMoved] = useState<string>();
  const entries = groups.flatMap((group) => group.entries);
  const choices = groups.filter(({ isOutdated }) => !isOutdated).flatMap((group) => group.entries);
  const marked = choices.find(({ id: each }) => each === moved) ?? choices.find(({ isNeverFirst }) => !isNeverFirst);
  const at = marked ? entries.indexOf(marked) : -1;
  const hasList = isOpen && entries.length > 0;
  const enterEarly = useEarlyEnter({
    query: isOpen ? typed.trim() : '',
    isSearching,
    // An early Enter neither sends a query nor signs out.
    choices: choices.filter(({ staysOpen, isNeverFirst }) => !staysOpen && !isNeverFirst),
    choose: onChoose,
  });

  useLayoutEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const move = (step: number) => {
    const from = marked ? choices.indexOf(marked) : step < 0 ? choices.length : -1;
    setMoved(choices[(from + step + choices.length) % choices.length]?.id);
  };
  const press = (event: KeyboardEvent) => {
    // An input method uses the same keys to choose a character.
    if (event.isComposing || !isOpen) return;
    const acts: Readonly<Record<string, () => void>> = {
      ...(hasList && { ArrowDown: () => move(1), ArrowUp: () => move(-1) }),
      Enter: () => {
        if (marked) onChoose(marked);
        else if (isSearching) enterEarly();
      },
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div class="combobox">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? id : undefined}
        aria-activedescendant={hasList && marked ? `${id}-${at}` : undefined}
        placeholder={placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterKeyHint="search"
        maxLength={limits.searchQuery}
        value={typed}
        onInput={(event) => {
          setMoved(undefined);
          onType(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      <div class="found" hidden={!isOpen}>
        {hasList && (
          <div id={id} role="listbox" aria-label={label}>
            {groups.map(({ title, entries: own, isOutdated = false }) => (
              <fieldset key={title} aria-label={title} aria-busy={isOutdated}>
                <small aria-hidden="true">{title}</small>
                {own.map((entry) => {
                  const index = entries.indexOf(entry);
                  return (
                    <Option
                      key={entry.id}
                      id={`${id}-${index}`}
                      entry={entry}
                      isMarked={index === at}
                      isOutdated={isOutdated}
                      onMove={() => setMoved(entry.id)}
                      onChoose={() => onChoose(entry)}
                    />
                  );
                })}
              </fieldset>
            ))}
          </div>
        )}
        <div class="quiet" role="status">
          {isOpen && status}
        </div>
      </div>
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isMarked: boolean;
  isOutdated: boolean;
  onMove(): void;
  onChoose(): void;
}

function Option({ id, entry: { title, detail, href }, isMarked, isOutdated, onMove, onChoose }: OptionProps) {
  const given = {
    ...{ id, role: 'option' as const, tabIndex: -1, 'aria-selected': isMarked, 'aria-disabled': isOutdated },
    onMouseMove: isOutdated ? undefined : onMove,
    // The field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (isOutdated) return event.preventDefault();
      if (href !== undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
      event.preventDefault();
      onChoose();
    },
  };
  const words = (
    <>
      <span>{title}</span> {detail && <small>{detail}</small>}
    </>
  );
  return href === undefined ? (
    <div {...given}>{words}</div>
  ) : (
    <a {...given} href={href}>
      {words}
    </a>
  );
}
