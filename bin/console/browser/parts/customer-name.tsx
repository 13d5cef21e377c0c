import { useRead } from '../state/read.ts';
import { hrefOf } from '../state/route.ts';
import { hasArea } from '../state/session.ts';
import { Link } from './button.tsx';

/** The name of a customer, leading to their page, where the key may read it, else the id. */
export const CustomerName = ({ id }: { id: string }) => (hasArea('customers') ? <Name id={id} /> : <code>{id}</code>);

function Name({ id }: { id: string }) {
  const customer = useRead((shop, options) => shop.customers.get(id, options), [id]);
  const name = customer.state === 'ready' ? fullNameOf(customer.data) : '';
  return (
    <Link href={hrefOf(`customers/${id}`)} title={id}>
      {name || id}
    </Link>
  );
}

/** Empty if the customer has no name. */
export const fullNameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  [first_name, last_name].filter(Boolean).join(' ');
