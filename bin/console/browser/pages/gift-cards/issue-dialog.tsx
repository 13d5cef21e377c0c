import { Dialog } from '../../parts/dialog.tsx';
import {
  AmountField,
  amountIn,
  Field,
  Form,
  given,
  SelectField,
  TextField,
  TimeField,
  timeIn,
} from '../../parts/form.tsx';
import { write } from '../../state/open-calls.ts';
import { go, hrefOf } from '../../state/route.ts';
import { session } from '../../state/session.ts';

/** Issues a card. Its code is shown by the console, since a reload may come between. */
export function IssueDialog({ onClose }: { onClose(): void }) {
  const sites = session.value?.key.sites ?? [];
  const issue = async (fields: FormData) => {
    const body = {
      value: amountIn(fields, 'value'),
      recipient_email: given(fields, 'recipient_email'),
      message: given(fields, 'message'),
      note: given(fields, 'note'),
      expires_at: timeIn(fields, 'expires_at'),
      site_id: given(fields, 'site_id'),
    };
    const { id } = await write('issueGiftCard', [body], { what: 'Issue a gift card', where: 'gift-cards' });
    onClose();
    go(hrefOf(`gift-cards/${id}`));
  };
  return (
    <Dialog title="Issue a gift card" onClose={onClose}>
      <Form submit="Issue" onSubmit={issue} onCancel={onClose}>
        <AmountField label="Value" name="value" />
        <Field label="Recipient" hint="optional; gets the code by email" name="recipient_email" type="email" />
        <TextField label="Message to the recipient" hint="optional" name="message" maxLength={500} rows={2} />
        {sites.length > 1 && (
          <SelectField
            label="Site that the email comes from"
            name="site_id"
            values={{
              '': 'The first site of the store',
              ...Object.fromEntries(sites.map(({ id, name }) => [id, name])),
            }}
          />
        )}
        <TimeField label="Expires" hint="optional" name="expires_at" />
        <TextField label="Note" hint="optional; for your team only" name="note" maxLength={500} rows={2} />
      </Form>
    </Dialog>
  );
}
