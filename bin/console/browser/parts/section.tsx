import type { ComponentChildren } from 'preact';
import type { Listed, Read } from '../state/read.ts';
import { More } from './button.tsx';
import { Failure, Skeleton } from './states.tsx';

interface SectionProps<T> {
  title: string;
  list: Read<Listed<T>> & { more(): Promise<void> };
  /** What a section without rows says. */
  empty: string;
  /** A button beside the title, once the list has been read. */
  action?: ComponentChildren;
  children(items: readonly T[]): ComponentChildren;
}

/** A list within a page, which is read and fails without the rest of the page. */
export function Section<T>({ title, list, empty, action, children }: SectionProps<T>) {
  return (
    <section aria-label={title}>
      <div class="head part">
        <h2>{title}</h2>
        {list.state === 'ready' && action}
      </div>
      {list.state === 'loading' && <Skeleton rows={2} height="3rem" />}
      {list.state === 'failed' && <Failure error={list.error} onAgain={list.again} />}
      {list.state === 'ready' &&
        (list.data.items.length === 0 ? <p class="quiet">{empty}</p> : children(list.data.items))}
      <More list={list} />
    </section>
  );
}
