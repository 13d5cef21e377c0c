import { Dialog } from '../../parts/dialog.tsx';
import { Form, given, TextField } from '../../parts/form.tsx';
import { nameOf, type Reason, type Review, reasons } from './review.ts';
import { Stars } from './stars.tsx';

const [firstReason] = Object.keys(reasons);

/** How many of several reviews are named. */
const named = 3;

interface HideDialogProps {
  selected: readonly Review[];
  /** Gets the reviews that are to be hidden. */
  onHide(reviews: readonly Review[], body: { reason: Reason; note?: string | undefined }): Promise<unknown>;
  onClose(): void;
}

/** Asks why. The author sees the reason; only the store sees the note. */
export function HideDialog({ selected, onHide, onClose }: HideDialogProps) {
  // The reason of one hidden review can be replaced. Of several reviews, those that are hidden keep theirs.
  const reviews = selected.length === 1 ? selected : selected.filter(({ status }) => status !== 'hidden');
  const hiddenAlready = selected.length - reviews.length;
  const [first] = reviews;
  const before = reviews.length === 1 && first?.status === 'hidden' ? first : undefined;
  // No reason is chosen for the person: Enter would hide a review for a reason that the author sees.
  const chosen = before?.hidden_reason;
  const send = async (fields: FormData) => {
    await onHide(reviews, { reason: fields.get('reason') as Reason, note: given(fields, 'note') });
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
        <Chosen reviews={reviews} />
        {hiddenAlready > 0 && (
          <p class="field quiet">
            {hiddenAlready} {hiddenAlready === 1 ? 'is' : 'are'} hidden already.
          </p>
        )}
        <fieldset class="choices">
          <legend>Reason (the author sees it)</legend>
          {Object.entries(reasons).map(([value, words]) => (
            <label key={value} class="check">
              <input
                type="radio"
                name="reason"
                value={value}
                required
                defaultChecked={value === chosen}
                autofocus={value === (chosen ?? firstReason)}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          label="Note"
          hint="optional; for your team only"
          name="note"
          maxLength={1000}
          defaultValue={before?.hidden_note ?? ''}
        />
      </Form>
    </Dialog>
  );
}

/** The reviews that the dialog hides. */
function Chosen({ reviews }: { reviews: readonly Review[] }) {
  const [first] = reviews;
  if (first && reviews.length === 1) {
    return (
      <blockquote>
        <Stars rating={first.rating} />
        {first.title && <b>{first.title}</b>}
        {first.body && <p>{first.body}</p>}
        <p class="quiet">{nameOf(first)}</p>
      </blockquote>
    );
  }
  return (
    <blockquote>
      <ul>
        {reviews.slice(0, named).map((review) => (
          <li key={review.id}>
            <Stars rating={review.rating} /> {review.title || nameOf(review)}
          </li>
        ))}
      </ul>
      {reviews.length > named && <p class="quiet">and {reviews.length - named} more</p>}
    </blockquote>
  );
}
