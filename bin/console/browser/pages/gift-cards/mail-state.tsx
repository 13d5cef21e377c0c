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
