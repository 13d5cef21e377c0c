/** The dialogs that create, change and delete an address of a customer. */
import { useState } from 'preact/hooks';
import { ApiError, type StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Form, given, SelectField } from '../../parts/form.tsx';
import { FieldError } from '../../parts/states.tsx';
import { notify } from '../../state/notices.ts';
import { type About, write } from '../../state/open-calls.ts';
import { countriesOfStore, exampleOfZip, nameOfCountry, partsOf } from './countries.ts';

export type Address = Awaited<ReturnType<StoreCommerce['customerAddresses']['get']>>;

export const nameOf = ({ first_name, last_name }: Pick<Address, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

/** The subject of a call that changes an address of a customer. */
const about = (verb: string, customer: string): About => ({
  what: `${verb} an address of ${customer}`,
  where: `customers/${customer}`,
});

/** The customer of an address, who may also be its recipient. */
export interface AddressOwner {
  id: string;
  first_name: string;
  last_name: string;
}

interface AddressDialogProps {
  customer: AddressOwner;
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
    try {
      if (address) await write('updateAddress', [customer.id, address.id, body], about('Edit', customer.id));
      else await write('createAddress', [customer.id, body], about('Add', customer.id));
    } catch (error) {
      throw inWordsOfTheForm(error, body.country_id);
    }
    notify(address ? 'Address saved.' : 'Address added.');
    onDone();
  };
  return (
    <Dialog title={address ? 'Edit the address' : 'Add an address'} onClose={onClose}>
      <Form submit="Save" onSubmit={save} onCancel={onClose}>
        <AddressFields address={address} customer={customer} />
      </Form>
    </Dialog>
  );
}

/** A refused postal code as the form calls it: the API names the field and the country by their codes. */
function inWordsOfTheForm(error: unknown, country_id: number): unknown {
  const example = exampleOfZip(country_id);
  if (!(error instanceof ApiError) || error.param !== 'zip' || example === undefined) return error;
  return new FieldError('zip', `Enter a postal code of ${nameOfCountry(country_id)}, such as ${example}.`);
}

/** The choice of a country that the store does not have: its number is typed. */
const another = 'another';

function AddressFields({ address, customer }: Pick<AddressDialogProps, 'address' | 'customer'>) {
  const known = countriesOfStore();
  const isKnown = (country: string) => known.some(([number]) => number === country);
  const stored = String(address?.country_id ?? 1);
  const [country, setCountry] = useState(isKnown(stored) ? stored : another);
  const parts = partsOf(Number(country));
  const recipient: Partial<Address> = { first_name: customer.first_name, last_name: customer.last_name };
  const text = (name: 'first_name' | 'last_name' | 'street1' | 'street2') => ({
    name,
    maxLength: 255,
    defaultValue: (address ?? recipient)[name] ?? '',
  });
  return (
    <>
      <div class={country === another ? 'pair' : undefined}>
        <SelectField
          label="Country"
          name="country"
          values={[...known, [another, 'Another country…']]}
          value={country}
          onChange={setCountry}
        />
        {country === another && (
          <Field
            label="Number of the country"
            hint="from your operator"
            name="country_id"
            inputMode="numeric"
            pattern="[0-9]+"
            title="A number, such as 3"
            required
            defaultValue={isKnown(stored) ? '' : stored}
          />
        )}
      </div>
      <div class="pair">
        <Field label="First name" required {...text('first_name')} />
        <Field label="Last name" required {...text('last_name')} />
      </div>
      <Field label="Street" hint={parts.city ? undefined : 'with the city or area'} required {...text('street1')} />
      <Field label="Apartment, suite, unit" hint="optional" {...text('street2')} />
      <div class="pair">
        <PartField name="city" usual="City" part={parts.city} value={address?.city} />
        <PartField name="state" usual="State or province" part={parts.state} value={address?.state} />
        <PartField name="zip" usual="Postal code" part={parts.zip} value={address?.zip} />
      </div>
    </>
  );
}

interface PartProps {
  name: 'city' | 'state' | 'zip';
  /** Its label if the country does not have the field. */
  usual: string;
  part: { label: string; isRequired: boolean } | undefined;
  value: string | null | undefined;
}

/** A field that the country has. A stored value is shown in any country, so that an edit does not remove it. */
const PartField = ({ name, usual, part, value }: PartProps) =>
  part || value ? (
    <Field
      label={part?.label ?? usual}
      hint={part?.isRequired ? undefined : 'optional'}
      required={part?.isRequired ?? false}
      {...{ name, maxLength: 255, defaultValue: value ?? '' }}
    />
  ) : null;

const bodyOf = (fields: FormData) => ({
  first_name: given(fields, 'first_name') ?? '',
  last_name: given(fields, 'last_name') ?? '',
  street1: given(fields, 'street1') ?? '',
  street2: given(fields, 'street2') ?? null,
  city: given(fields, 'city') ?? '',
  state: given(fields, 'state') ?? '',
  zip: given(fields, 'zip') ?? null,
  country_id: Number(given(fields, 'country_id') ?? given(fields, 'country')),
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
    notify('Address deleted.');
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
