import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { setStanding } from './moderation.ts';
import { authorOf, type Put, type Review, type Standing, standings } from './review.ts';

interface StandingDialogProps {
  /** A review of the author. */
  review: Review;
  /** The reviews of the list. */
  reviews: readonly Review[];
  put: Put;
  onClose(): void;
}

/** Bans an author, or restores their standing; each choice says what follows. */
export function StandingDialog({ review, reviews, put, onClose }: StandingDialogProps) {
  const present = review.customer?.standing;
  const save = async (fields: FormData) => {
    await setStanding(review, fields.get('standing') as Standing, reviews, put);
    onClose();
  };
  return (
    <Dialog title={`Ban or restore ${authorOf(review)}?`} onClose={onClose}>
      <Form submit="Change standing" kind="danger" onSubmit={save} onCancel={onClose}>
        <fieldset class="choices">
          <legend>All reviews of this author change</legend>
          {Object.entries(standings).map(([value, { words, follows }], index) => (
            <label key={value} class="check">
              <input
                type="radio"
                name="standing"
                value={value}
                required
                disabled={value === present}
                autofocus={index === (present === 'good' ? 1 : 0)}
              />
              <span>
                {words}
                {value === present && ' (now)'}
                <small class="note">{follows}</small>
              </span>
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}
