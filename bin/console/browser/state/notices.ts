/** Short notices of what was done, each with Undo for 10 seconds where it is possible. */
import { signal } from '@preact/signals';

export interface Notice {
  id: number;
  text: string;
  undo?: (() => unknown) | undefined;
}

/** Milliseconds that a notice stays. */
const stays = 10_000;

export const notices = signal<readonly Notice[]>([]);

let last = 0;

export function notify(text: string, undo?: () => unknown): void {
  last += 1;
  const id = last;
  notices.value = [...notices.peek(), { id, text, undo }].slice(-3);
  setTimeout(() => endNotice(id), stays);
}

export const endNotice = (id: number): void => {
  notices.value = notices.peek().filter((notice) => notice.id !== id);
};
