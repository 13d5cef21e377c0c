import { go, hrefOf } from '../state/route.ts';
import { given } from './form.tsx';

interface FindBoxProps {
  /** The page whose URL the id becomes part of. */
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
