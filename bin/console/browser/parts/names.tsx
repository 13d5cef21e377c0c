/** Names in place of ids, where the key may read them. */
import { useRead } from '../state/read.ts';
import { hrefOf } from '../state/route.ts';
import { hasArea } from '../state/session.ts';
import { Link } from './button.tsx';
import type { PickedType } from './searched.ts';

interface Named {
  first_name: string;
  last_name: string;
}

/** Empty if the customer has no name. */
export const fullNameOf = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ');

/** The name of a record; its id until the name has been read, and for a record without a name. A name that the page knows is not read again. */
export function useName(type: PickedType, id: string, known?: string): string {
  const isNamed = type === 'product' || (type === 'customer' && hasArea('customers'));
  const isRead = id !== '' && known === undefined && isNamed;
  const name = useRead(
    async (shop, options) => {
      if (!isRead) return '';
      return type === 'product'
        ? (await shop.products.get(id, options)).name
        : fullNameOf(await shop.customers.get(id, options));
    },
    [id, isRead],
  );
  return known || (name.state === 'ready' && name.data) || id;
}

/** The name of a customer, which leads to their page, where the key may read it. */
export function CustomerName({ id }: { id: string }) {
  const name = useName('customer', id);
  if (!hasArea('customers')) return <code>{id}</code>;
  return (
    <Link href={hrefOf(`customers/${id}`)} title={id}>
      {name}
    </Link>
  );
}
