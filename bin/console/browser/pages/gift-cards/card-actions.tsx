import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { AmountField, amountIn, Field, Form, given, TextField, TimeField, timeIn } from '../../parts/form.tsx';
import { errorText } from '../../parts/states.tsx';
import { notify } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { about, type GiftCard } from './gift-card.ts';

interface ActionProps {
  card: GiftCard;
  /** Gets the card as it is now. */
  onChange(card: GiftCard): void;
}

type Question = 'adjust' | 'edit' | 'replace';

/** What can be done with a card. */
export function CardActions({ card, onChange }: ActionProps) {
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const Asked = question && dialogs[question];
  return (
    <div class="actions">
      <Button onClick={() => setQuestion('adjust')}>Adjust balance</Button>
      <Button onClick={() => setQuestion('edit')}>Expiry and note</Button>
      <Button onClick={() => setQuestion('replace')}>Replace code</Button>
      {card.status === 'disabled' || card.disabled_at ? (
        <Button onClick={() => enable(card, onChange)}>Enable</Button>
      ) : (
        <Button onClick={() => disable(card, onChange)}>Disable</Button>
      )}
      {Asked && <Asked card={card} onChange={onChange} onClose={close} />}
    </div>
  );
}

/** Stops the card from being used; it can be enabled again for 10 seconds here, and always by its button. */
async function disable(card: GiftCard, onChange: ActionProps['onChange']): Promise<void> {
  try {
    const next = await write('disableGiftCard', [card.id], about('Disable', card));
    onChange(next);
    notify('Card disabled.', () => enable(next, onChange));
  } catch (error) {
    notify(errorText(error));
  }
}

async function enable(card: GiftCard, onChange: ActionProps['onChange']): Promise<void> {
  try {
    onChange(await write('enableGiftCard', [card.id], about('Enable', card)));
    notify('Card enabled.');
  } catch (error) {
    notify(errorText(error));
  }
}

type DialogProps = ActionProps & { onClose(): void };

function AdjustDialog({ card, onChange, onClose }: DialogProps) {
  const adjust = async (fields: FormData) => {
    const body = { amount: amountIn(fields, 'amount'), note: given(fields, 'note') };
    onChange(await write('adjustGiftCard', [card.id, body], about('Adjust', card)));
    notify('Balance adjusted.');
    onClose();
  };
  return (
    <Dialog title="Adjust the balance" onClose={onClose}>
      <Form submit="Adjust" onSubmit={adjust} onCancel={onClose}>
        <AmountField label="Amount" name="amount" hint={`${card.currency}; negative to lower the balance`} />
        <TextField label="Note" hint="optional; in the ledger" name="note" maxLength={500} />
      </Form>
    </Dialog>
  );
}

function EditDialog({ card, onChange, onClose }: DialogProps) {
  const edit = async (fields: FormData) => {
    const body = { expires_at: timeIn(fields, 'expires_at') ?? null, note: given(fields, 'note') ?? null };
    onChange(await write('updateGiftCard', [card.id, body], about('Change expiry and note of', card)));
    notify('Expiry and note saved.');
    onClose();
  };
  return (
    <Dialog title="Expiry and note" onClose={onClose}>
      <Form submit="Save" onSubmit={edit} onCancel={onClose}>
        <TimeField label="Expires" hint="empty for no expiry" name="expires_at" at={card.expires_at} />
        <TextField label="Note" hint="for your team only" name="note" maxLength={500} defaultValue={card.note ?? ''} />
      </Form>
    </Dialog>
  );
}

function ReplaceDialog({ card, onChange, onClose }: DialogProps) {
  const replace = async (fields: FormData) => {
    const body = { recipient_email: given(fields, 'recipient_email') };
    const { code: _shownByTheConsole, ...next } = await write(
      'replaceGiftCardCode',
      [card.id, body],
      about('Replace the code of', card),
    );
    onChange(next);
    onClose();
  };
  return (
    <Dialog title="Replace the code" onClose={onClose}>
      <p>The current code stops working at once. The card keeps its balance and ledger.</p>
      <Form submit="Replace code" kind="danger" onSubmit={replace} onCancel={onClose}>
        <Field
          label="Email the new code to"
          hint="optional"
          name="recipient_email"
          type="email"
          defaultValue={card.recipient_email ?? ''}
        />
      </Form>
    </Dialog>
  );
}

const dialogs = { adjust: AdjustDialog, edit: EditDialog, replace: ReplaceDialog };
