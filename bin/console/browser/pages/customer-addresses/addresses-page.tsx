import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, More } from '../../parts/button.tsx';
import { FindBox } from '../../parts/filters.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/values.tsx';
import { useList } from '../../state/read.ts';
import { mayWrite } from '../../state/session.ts';
import { type Address, AddressDialog, DeleteDialog, nameOf } from './address-dialogs.tsx';
import { nameOfCountry } from './countries.ts';

/** Addresses of the customer in the URL. */
export const AddressesPage = ({ id }: { id: string }) =>
  id ? (
    <AddressList customer={id} />
  ) : (
    <>
      <Head customer="" />
      <Empty title="Find a customer">Enter the id of a customer, such as cus_….</Empty>
    </>
  );

function Head({ customer, children }: { customer: string; children?: ComponentChildren }) {
  return (
    <>
      <div class="head">
        <h1>Customer addresses</h1>
        {children}
      </div>
      <search class="filters">
        <FindBox page="customer-addresses" label="Customer" placeholder="Customer, cus_…" value={customer} />
      </search>
    </>
  );
}

/** Which question is open: about an address, or a new one. */
type Question = { kind: 'edit'; address?: Address } | { kind: 'delete'; address: Address };

function AddressList({ customer }: { customer: string }) {
  const [question, setQuestion] = useState<Question>();
  const list = useList((shop, options) => shop.customerAddresses.list(customer, { limit: 50 }, options), [customer]);
  const close = () => setQuestion(undefined);
  const done = () => {
    close();
    list.again();
  };
  return (
    <>
      <Head customer={customer}>
        {mayWrite() && list.state === 'ready' && (
          <Button kind="primary" onClick={() => setQuestion({ kind: 'edit' })}>
            Add an address
          </Button>
        )}
      </Head>
      {list.state === 'loading' && <Skeleton rows={4} height="6.5rem" />}
      {list.state === 'failed' && <Failure error={list.error} onAgain={list.again} />}
      {list.state === 'ready' && list.data.items.length === 0 && (
        <Empty title="No addresses">
          Addresses that the customer enters in your shop, or that you add, appear here.
        </Empty>
      )}
      {list.state === 'ready' && (
        <ul class="cards" aria-label="Addresses">
          {list.data.items.map((address) => (
            <AddressCard
              key={address.id}
              address={address}
              onEdit={() => setQuestion({ kind: 'edit', address })}
              onDelete={() => setQuestion({ kind: 'delete', address })}
            />
          ))}
        </ul>
      )}
      <More list={list} />
      {question?.kind === 'edit' && (
        <AddressDialog customer={customer} address={question.address} onClose={close} onDone={done} />
      )}
      {question?.kind === 'delete' && (
        <DeleteDialog customer={customer} address={question.address} onClose={close} onDone={done} />
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
