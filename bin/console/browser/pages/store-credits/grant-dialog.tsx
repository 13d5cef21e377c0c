import { Dialog } from '../../parts/dialog.tsx';
import {
  AmountField,
  amountIn,
  Form,
  given,
  SelectField,
  TextField,
  TimeField,
  timeIn,
  useSecondLook,
} from '../../parts/form.tsx';
import { write } from '../../state/open-calls.ts';
import { go, hrefOf } from '../../state/route.ts';
import { reasons, type StoreCredit } from './store-credit.ts';

/** Grants store credit to a customer, and leads to its page. */
export function GrantDialog({ customer, onClose }: { customer: string; onClose(): void }) {
  const lookTwice = useSecondLook('value');
  const grant = async (fields: FormData) => {
    const body = {
      value: lookTwice(amountIn(fields, 'value')),
      reason: given(fields, 'reason') as StoreCredit['reason'],
      note: given(fields, 'note'),
      expires_at: timeIn(fields, 'expires_at'),
    };
    const about = { what: `Grant store credit to ${customer}`, where: `store-credits/${customer}` };
    const { id } = await write('createStoreCredit', [customer, body], about);
    onClose();
    go(hrefOf(`store-credits/${customer}/${id}`));
  };
  return (
    <Dialog title="Grant store credit" onClose={onClose}>
      <Form submit="Grant" onSubmit={grant} onCancel={onClose}>
        <AmountField label="Value" name="value" />
        <SelectField label="Reason" name="reason" values={Object.entries(reasons)} />
        <TimeField label="Expires" hint="optional" name="expires_at" />
        <TextField label="Note" hint="optional; for your team only" name="note" maxLength={500} rows={2} />
      </Form>
    </Dialog>
  );
}
