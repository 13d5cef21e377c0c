import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import {
  AmountField,
  amountIn,
  DayField,
  endOfDayIn,
  Form,
  given,
  SelectField,
  TextField,
  useSecondLook,
} from '../../parts/form.tsx';
import { PickerField } from '../../parts/picker.tsx';
import { FieldError } from '../../parts/states.tsx';
import { amountOf } from '../../parts/values.tsx';
import { notify } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { go, hrefOf } from '../../state/route.ts';
import { reasons, type StoreCredit } from './store-credit.ts';

interface GrantDialogProps {
  /** Who gets it; the person chooses if it is undefined. */
  customer?: { id: string; name: string };
  onClose(): void;
}

/** Grants store credit to a customer, and leads to its page. */
export function GrantDialog({ customer: owner, onClose }: GrantDialogProps) {
  const [customer, setCustomer] = useState(owner);
  const lookTwice = useSecondLook('value');
  const grant = async (fields: FormData) => {
    if (!customer) throw new FieldError('customer', 'Choose a customer.');
    const body = {
      value: lookTwice(amountIn(fields, 'value')),
      reason: given(fields, 'reason') as StoreCredit['reason'],
      note: given(fields, 'note'),
      expires_at: endOfDayIn(fields, 'expires_at'),
    };
    const about = { what: `Grant store credit to ${customer.name}`, where: `store-credits/${customer.id}` };
    const { id, initial_value, currency } = await write('createStoreCredit', [customer.id, body], about);
    onClose();
    go(hrefOf(`store-credits/${customer.id}/${id}`));
    notify(`${amountOf(initial_value, currency)} granted to ${customer.name}.`);
  };
  return (
    <Dialog title={customer ? `Grant store credit to ${customer.name}` : 'Grant store credit'} onClose={onClose}>
      <Form submit="Grant" onSubmit={grant} onCancel={onClose}>
        {!owner && (
          <PickerField
            type="customer"
            label="Customer"
            name="customer"
            value={customer?.id ?? ''}
            onPick={(id, name) => setCustomer({ id, name })}
            onClear={() => setCustomer(undefined)}
          />
        )}
        <AmountField label="Value" name="value" />
        <SelectField label="Reason" name="reason" values={Object.entries(reasons)} />
        <DayField label="Expires" hint="optional" name="expires_at" />
        <TextField label="Note" hint="optional; for your team only" name="note" maxLength={500} rows={2} />
      </Form>
    </Dialog>
  );
}
