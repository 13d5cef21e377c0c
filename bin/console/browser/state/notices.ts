/** Short notices of what was done, each with Undo for 10 seconds where it is possible. */
import { effect, signal } from '@preact/signals';
import { route } from './route.ts';

export interface Notice {
  id: number;
  text: string;
  undo?: (() => unknown) | undefined;
  /** What the notice is about: a later notice of the same replaces it, and its Undo. */
  of?: string | undefined;
}

/** Milliseconds that a notice stays. */
const stays = 10_000;

export const notices = signal<readonly Notice[]>([]);

let page = route.peek().path;

// On another page, a notice would seem to be about that page. A change that can be undone can be undone there too.
effect(() => {
  const { path } = route.value;
  if (path === page) return;
  page = path;
  notices.value = notices.peek().filter(({ undo }) => undo);
});

let last = 0;

export function notify(text: string, { undo, of }: Pick<Notice, 'undo' | 'of'> = {}): void {
  last += 1;
  const id = last;
  const others = notices.peek().filter((notice) => of === undefined || notice.of !== of);
  notices.value = [...others, { id, text, undo, of }].slice(-3);
  setTimeout(() => endNotice(id), stays);
}

export const endNotice = (id: number): void => {
  notices.value = notices.peek().filter((notice) => notice.id !== id);
};
