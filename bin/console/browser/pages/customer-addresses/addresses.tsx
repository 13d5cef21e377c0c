import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/lists.tsx';
import { Time } from '../../parts/values.tsx';
import { useList } from '../../state/read.ts';
import { mayWrite } from '../../state/session.ts';
import { type Address, AddressDialog, type AddressOwner, DeleteDialog, nameOf } from './address-dialogs.tsx';
import { nameOfCountry } from './countries.ts';

/** Which question is open: about an address, or a new one. */
type Question = { kind: 'edit'; address?: Address } | { kind: 'delete'; address: Address };

/** The addresses of a customer. */
export function Addresses({ customer }: { customer: AddressOwner }) {
  const [question, setQuestion] = useState<Question>();
  const list = useList(
    (shop, options) => shop.customerAddresses.list(customer.id, { limit: 50 }, options),
    [customer.id],
  );
  const close = () => setQuestion(undefined);
  const done = () => {
    close();
    list.again();
  };
  const add = mayWrite() && <Button onClick={() => setQuestion({ kind: 'edit' })}>Add an address</Button>;
  return (
    <>
      <Section title="Addresses" list={list} empty="No addresses." action={add}>
        {(addresses) => (
          <ul class="cards" aria-label="List of addresses">
            {addresses.map((address) => (
              <AddressCard
                key={address.id}
                address={address}
                onEdit={() => setQuestion({ kind: 'edit', address })}
                onDelete={() => setQuestion({ kind: 'delete', address })}
              />
            ))}
          </ul>
        )}
      </Section>
      {question?.kind === 'edit' && (
        <AddressDialog customer={customer} address={question.address} onClose={close} onDone={done} />
      )}
      {question?.kind === 'delete' && (
        <DeleteDialog customer={customer.id} address={question.address} onClose={close} onDone={done} />
      )}
    </>
  );
}

interface CardProps {
  address: Address;
  onEdit(): void;
  onDelete(): void;
}

function AddressCard({ address, onEdit, onDelete }: CardProps) {
  const { street1, street2, city, state, zip, country_id, updated_at } = address;
  return (
    <li>
      <h2>{nameOf(address)}</h2>
      <address>
        {street1}
        <br />
        {street2 && (
          <>
            {street2}
            <br />
          </>
        )}
        {[city, state, zip].filter(Boolean).join(' ')}
        <br />
        {nameOfCountry(country_id)}
      </address>
      <p class="quiet">
        Changed <Time at={updated_at} />
      </p>
      {mayWrite() && (
        <div class="actions">
          <Button onClick={onEdit}>Edit</Button>
          <Button onClick={onDelete}>Delete…</Button>
        </div>
      )}
    </li>
  );
}
