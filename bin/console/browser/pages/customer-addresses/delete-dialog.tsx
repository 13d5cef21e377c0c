import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { tell } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { type Address, about, nameOf } from './address.ts';

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
    tell('The address is deleted.');
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
