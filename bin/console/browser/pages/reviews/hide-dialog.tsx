import { Dialog } from '../../parts/dialog.tsx';
import { Form, given, TextField } from '../../parts/form.tsx';
import { type Reason, type Review, reasons } from './review.ts';

interface HideDialogProps {
  reviews: readonly Review[];
  onHide(body: { reason: Reason; note?: string | undefined }): Promise<unknown>;
  onClose(): void;
}

/** Asks why. The author sees the reason, and nobody outside the store the note. */
export function HideDialog({ reviews, onHide, onClose }: HideDialogProps) {
  const [first] = reviews;
  const before = reviews.length === 1 && first?.status === 'hidden' ? first : undefined;
  const chosen = before?.hidden_reason ?? 'spam';
  const send = async (fields: FormData) => {
    await onHide({ reason: fields.get('reason') as Reason, note: given(fields, 'note') });
    onClose();
  };
  return (
    <Dialog title={reviews.length === 1 ? 'Hide this review?' : `Hide ${reviews.length} reviews?`} onClose={onClose}>
      <Form
        submit={before ? 'Replace reason' : 'Hide'}
        kind={before ? 'primary' : 'danger'}
        onSubmit={send}
        onCancel={onClose}
      >
        <fieldset class="choices">
          <legend>Reason, which the author sees</legend>
          {Object.entries(reasons).map(([value, words]) => (
            <label key={value} class="check">
              <input
                type="radio"
                name="reason"
                value={value}
                required
                defaultChecked={value === chosen}
                autofocus={value === chosen}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          label="Note"
          hint="for your team only"
          name="note"
          maxLength={1000}
          defaultValue={before?.hidden_note ?? ''}
        />
      </Form>
    </Dialog>
  );
}
