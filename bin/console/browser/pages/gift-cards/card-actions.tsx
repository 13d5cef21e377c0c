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

interface CardActionsProps {
  card: GiftCard;
  onChange(card: GiftCard): void;
  /** Reads the card again: an email with its code is on its way. */
  onSent(): void;
}

/** What can be done with a card. */
export const CardActions = ({ card, onChange, onSent }: CardActionsProps) => (
  <AccountActions
    noun="Card"
    account={card}
    onChange={onChange}
    acts={acts}
    more={{
      'Send a new code…': {
        dialog: (props) => <NewCodeDialog {...props} way="send" onSent={onSent} />,
        isRisk: false,
      },
      'Replace code': {
        dialog: (props) => <NewCodeDialog {...props} way="replace" onSent={onSent} />,
        isRisk: true,
      },
    }}
  />
);

const ways = {
  send: {
    title: 'Send a new code?',
    follows: 'The service keeps no codes, so the email has a new code. The current code stops working at once.',
    difference: undefined,
    submit: 'Send a new code',
    kind: 'primary',
    label: 'Email the new code to',
    hint: undefined,
  },
  replace: {
    title: 'Replace the code',
    follows: 'The current code stops working at once. The new code is shown once.',
    difference: 'If the code was lost or stolen, replace it here: you see the new code. “Send a new code…” emails it.',
    submit: 'Replace code',
    kind: 'danger',
    label: 'Email the new code to',
    hint: 'optional',
  },
} as const;

type NewCodeProps = DialogProps<GiftCard> & { way: keyof typeof ways; onSent(): void };

/** Gives the card a new code, which is shown once, and emailed if there is a recipient. */
function NewCodeDialog({ account: card, onChange, onClose, way, onSent }: NewCodeProps) {
  const { title, follows, difference, submit, kind, label, hint } = ways[way];
  const replace = async (fields: FormData) => {
    const body = { recipient_email: given(fields, 'recipient_email') };
    const { code: _shownByTheConsole, ...next } = await write(
      'replaceGiftCardCode',
      [card.id, body],
      about('Replace the code of', card),
    );
    onChange(next);
    onClose();
    if (next.recipient_email) onSent();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{follows} The card keeps its balance and activity.</p>
      {difference && <p class="quiet">{difference}</p>}
      <Form submit={submit} kind={kind} onSubmit={replace} onCancel={onClose}>
        <Field
          label={label}
          hint={hint}
          name="recipient_email"
          type="email"
          required={way === 'send'}
          defaultValue={card.recipient_email ?? ''}
        />
      </Form>
    </Dialog>
  );
}
