import { AccountActions, type Acts, type DialogProps } from '../../parts/account-actions.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Form, given } from '../../parts/form.tsx';
import { write } from '../../state/open-calls.ts';
import { about, type GiftCard } from './gift-card.ts';

const acts: Acts<GiftCard> = {
  adjust: (card, body) => write('adjustGiftCard', [card.id, body], about('Adjust', card)),
  update: (card, body) => write('updateGiftCard', [card.id, body], about('Change expiry and note of', card)),
  disable: (card) => write('disableGiftCard', [card.id], about('Disable', card)),
  enable: (card) => write('enableGiftCard', [card.id], about('Enable', card)),
};

/** What can be done with a card. */
export const CardActions = ({ card, onChange }: { card: GiftCard; onChange(card: GiftCard): void }) => (
  <AccountActions noun="Card" account={card} onChange={onChange} acts={acts} more={{ 'Replace code': ReplaceDialog }} />
);

function ReplaceDialog({ account: card, onChange, onClose }: DialogProps<GiftCard>) {
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
