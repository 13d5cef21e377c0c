import { Dialog } from '../../parts/dialog.tsx';
import { Field, Form, given } from '../../parts/form.tsx';
import { FieldError } from '../../parts/states.tsx';
import { notify } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';

interface RestockDialogProps {
  product: { id: string; name: string };
  variant: { id: string; name: string; waiting_count: number };
  onClose(): void;
  /** Gets the number of shoppers who are being emailed. */
  onDone(count: number): void;
}

/** Asks before the shoppers who wait for a variant are emailed, which nothing undoes. */
export function RestockDialog({ product, variant, onClose, onDone }: RestockDialogProps) {
  const restock = async (fields: FormData) => {
    const about = {
      what: `Email the shoppers who wait for ${product.name} ${variant.name}`,
      where: `waitlist/${product.id}`,
    };
    const { notifying } = await write('restockVariant', [product.id, variant.id, bodyOf(fields)], about);
    notify(
      notifying === 1 ? '1 shopper is being emailed.' : `${notifying.toLocaleString()} shoppers are being emailed.`,
    );
    onClose();
    onDone(notifying);
  };
  return (
    <Dialog title={`Email the shoppers who wait for ${product.name}?`} onClose={onClose}>
      <p>
        {variant.name} is in stock again: shoppers who wait for it ({variant.waiting_count.toLocaleString()}) each get
        one email and leave the waitlist. An email cannot be taken back. This does not change your stock.
      </p>
      <Form submit="Send emails" kind="danger" onSubmit={restock} onCancel={onClose}>
        <Field
          label="How many are in stock?"
          hint="optional; only that many are emailed, those who wait longest first"
          name="notify_at_most"
          inputMode="numeric"
        />
      </Form>
    </Dialog>
  );
}

function bodyOf(fields: FormData): { notify_at_most?: number } {
  const typed = given(fields, 'notify_at_most')?.trim();
  if (typed === undefined) return {};
  if (!/^[1-9]\d*$/.test(typed)) throw new FieldError('notify_at_most', 'Enter a whole number such as 20.');
  return { notify_at_most: Number(typed) };
}
