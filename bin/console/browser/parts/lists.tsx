/** What a page shows of the data that it reads: the data, its state until then, lists and tables. */
import type { ComponentChildren } from 'preact';
import type { Listed, Read, ReadState } from '../state/read.ts';
import { Button, Link } from './button.tsx';
import { Failure, Skeleton } from './states.tsx';

interface HeadProps {
  /** The page that this one belongs to. */
  back?: { href: string; words: string } | undefined;
  title: ComponentChildren;
  /** Buttons and texts beside the title. */
  children?: ComponentChildren;
}

/** The title of a page, and what can be done there. */
export const Head = ({ back, title, children }: HeadProps) => (
  <>
    {back && (
      <p class="back">
        <Link href={back.href}>{back.words}</Link>
      </p>
    )}
    <div class="head">
      <h1>{title}</h1>
      {children}
    </div>
  </>
);

interface LoadedProps<T> {
  read: ReadState<T> & { again(): void };
  /** As high as the data will be. */
  rows?: number | undefined;
  height: string;
  children(data: T): ComponentChildren;
}

/** The data, once it has been read. */
export function Loaded<T>({ read, rows, height, children }: LoadedProps<T>) {
  if (read.state === 'loading') return <Skeleton rows={rows} height={height} />;
  if (read.state === 'failed') return <Failure error={read.error} onAgain={read.again} />;
  return <>{children(read.data)}</>;
}

interface ListProps<T> extends Pick<LoadedProps<T>, 'rows' | 'height'> {
  list: Read<Listed<T>> & { more(): Promise<void> };
  /** In place of a list without rows. */
  empty?: ComponentChildren;
  children(items: readonly T[]): ComponentChildren;
}

/** A list, and the button for its next page if that exists. */
export function List<T>({ list, empty, children, ...size }: ListProps<T>) {
  return (
    <>
      <Loaded read={list} {...size}>
        {({ items }) => (items.length === 0 && empty ? empty : children(items))}
      </Loaded>
      {list.state === 'ready' && list.data.next && (
        <div class="more">
          <Button onClick={list.more}>Show more</Button>
        </div>
      )}
    </>
  );
}

interface SectionProps<T> extends Pick<ListProps<T>, 'list' | 'children'> {
  title: string;
  /** What a section without rows says. */
  empty: string;
  /** A button beside the title, once the list has been read. */
  action?: ComponentChildren;
}

/** A list within a page, which is read and fails without the rest of the page. */
export function Section<T>({ title, list, empty, action, children }: SectionProps<T>) {
  return (
    <section aria-label={title}>
      <div class="head part">
        <h2>{title}</h2>
        {list.state === 'ready' && action}
      </div>
      <List list={list} rows={2} height="3rem" empty={<p class="quiet">{empty}</p>}>
        {children}
      </List>
    </section>
  );
}

export interface Column<T> {
  head?: string;
  /** `amount` for numbers, `wide` for what a narrow screen leaves out. */
  class?: 'amount' | 'wide' | 'amount wide';
  cell(row: T): ComponentChildren;
}

interface TableProps<T> {
  rows: readonly T[];
  columns: readonly Column<NoInfer<T>>[];
}

/** A table. It has a head if its columns have one. */
export function Table<T extends object>({ rows, columns }: TableProps<T>) {
  return (
    <table>
      {columns.some(({ head }) => head !== undefined) && (
        <thead>
          <tr>
            {columns.map(({ head, class: look }, index) => (
              <th key={index} class={look}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          <tr key={'id' in row ? row.id : index}>
            {columns.map(({ class: look, cell }, at) => (
              <td key={at} class={look}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
