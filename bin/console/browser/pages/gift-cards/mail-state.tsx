import { GuideLink } from '../../parts/button.tsx';
import { Badge } from '../../parts/states.tsx';
import { Time } from '../../parts/values.tsx';
import { type GiftCard, mailStates } from './gift-card.ts';

/** The state of the email with the card's code, and since when or for when. */
export function MailState({ mail }: Pick<GiftCard, 'mail'>) {
  if (!mail) return null;
  const { words, tone } = mailStates[mail.status];
  return (
    <>
      <Badge tone={tone}>{words}</Badge> {mail.at && <Time at={mail.at} />}
    </>
  );
}

/** Why a card has no email, or what to do if its email did not arrive. */
export function MailNote({ mail, recipient_email }: Pick<GiftCard, 'mail' | 'recipient_email'>) {
  if (mail?.status === 'none' && recipient_email === null) return <span class="quiet">no recipient</span>;
  if (mail?.status !== 'sent') return null;
  return <GuideLink page="console.html#find-out-why-an-email-did-not-arrive">Not arrived?</GuideLink>;
}
