import type { Listed, Read } from '../state/read.ts';
import { Button } from './button.tsx';

/** Leads to the next page of a list, where there is one. */
export function More<T>({ list }: { list: Read<Listed<T>> & { more(): Promise<void> } }) {
  if (list.state !== 'ready' || !list.data.next) return null;
  return (
    <div class="more">
      <Button onClick={list.more}>Show more</Button>
    </div>
  );
}
