/** The dialogs that create, change and delete an address of a customer. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Form, given } from '../../parts/form.tsx';
import { tell } from '../../state/notices.ts';
import { type About, write } from '../../state/open-calls.ts';

export type Address = Awaited<ReturnType<StoreCommerce['customerAddresses']['get']>>;

export const nameOf = ({ first_name, last_name }: Pick<Address, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

/** The subject of a call that changes an address of a customer. */
const about = (verb: string, customer: string): About => ({
  what: `${verb} an address of ${customer}`,
  where: `customer-addresses/${customer}`,
});

interface AddressDialogProps {
  customer: string;
  /** The one that is edited; a new one if undefined. */
  address: Address | undefined;
  onClose(): void;
  onDone(): void;
}

/** Adds an address, or edits one. */
export function AddressDialog({ customer, address, onClose, onDone }: AddressDialogProps) {
  const save = async (fields: FormData) => {
    // An update replaces the whole address, with what this form knows nothing of.
    const { id: _, created_at: _made, updated_at: _changed, ...kept } = address ?? ({} as Partial<Address>);
    const body = { ...kept, ...bodyOf(fields) };
    if (address) await write('updateAddress', [customer, address.id, body], about('Edit', customer));
    else await write('createAddress', [customer, body], about('Add', customer));
    tell(address ? 'Address saved.' : 'Address added.');
    onDone();
  };
  const text = (name: 'first_name' | 'last_name' | 'street1' | 'street2' | 'city' | 'state' | 'zip') => ({
    name,
    maxLength: 255,
    defaultValue: address?.[name] ?? '',
  });
  return (
    <Dialog title={address ? 'Edit the address' : 'Add an address'} onClose={onClose}>
      <Form submit="Save" onSubmit={save} onCancel={onClose}>
        <div class="pair">
          <Field label="First name" required {...text('first_name')} />
          <Field label="Last name" required {...text('last_name')} />
        </div>
        <Field label="Street" required {...text('street1')} />
        <Field label="Apartment, suite, unit" hint="optional" {...text('street2')} />
        <div class="pair">
          <Field label="City" required {...text('city')} />
          <Field label="State or province" hint="code" required {...text('state')} />
        </div>
        <div class="pair">
          <Field label="Postal code" hint="optional" {...text('zip')} />
          <Field
            label="Country"
            hint="id: 1 United States, 2 Canada"
            name="country_id"
            inputMode="numeric"
            required
            defaultValue={String(address?.country_id ?? 1)}
          />
        </div>
      </Form>
    </Dialog>
  );
}

const bodyOf = (fields: FormData) => ({
  first_name: given(fields, 'first_name') ?? '',
  last_name: given(fields, 'last_name') ?? '',
  street1: given(fields, 'street1') ?? '',
  street2: given(fields, 'street2') ?? null,
  city: given(fields, 'city') ?? '',
  state: given(fields, 'state') ?? '',
  zip: given(fields, 'zip') ?? null,
  country_id: Number(given(fields, 'country_id')),
});

interface DeleteDialogProps {
  customer: string;
  address: Address;
  onClose(): void;
  onDone(): void;
}

/** Asks before an address is deleted, which nothing undoes. */
export function DeleteDialog({ customer, address, onClose, onDone }: DeleteDialogProps) {
  const remove = async () => {
    await write('deleteAddress', [customer, address.id], about('Delete', customer));
    tell('Address deleted.');
    onDone();
  };
  return (
    <Dialog title="Delete this address?" onClose={onClose}>
      <p>
        {nameOf(address)}, {address.street1}, {address.city}. It cannot be brought back.
      </p>
      <Form submit="Delete" kind="danger" onSubmit={remove} onCancel={onClose} />
    </Dialog>
  );
}
