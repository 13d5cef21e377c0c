/** The store's public reply to a review, in its row. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { limits } from '../../../../../lib/schema/limits.ts';
import { Button } from '../../parts/button.tsx';
import { Form, given, TextField } from '../../parts/form.tsx';
import { Time } from '../../parts/values.tsx';
import { mayWrite } from '../../state/session.ts';
import { removeReply, reply } from './moderation.ts';
import type { Put, Review } from './review.ts';

interface ReplyProps {
  review: Review;
  isEditing: boolean;
  put: Put;
  onEdit(isEditing: boolean): void;
}

export function Reply({ review, isEditing, put, onEdit }: ReplyProps) {
  if (isEditing && mayWrite()) return <ReplyForm review={review} put={put} onEnd={() => onEdit(false)} />;
  if (!review.reply) return null;
  const { body, updated_at } = review.reply;
  return (
    <section class="reply" aria-label="Reply of the store">
      <p>{body}</p>
      <p class="quiet origin">
        <span>Reply of the store</span>
        <Time at={updated_at} />
      </p>
      {mayWrite() && (
        <div class="actions">
          <Button onClick={() => onEdit(true)}>Edit reply</Button>
          <Button kind="risk" onClick={() => removeReply(review, put)}>
            Remove reply
          </Button>
        </div>
      )}
    </section>
  );
}

type ReplyFormProps = Pick<ReplyProps, 'review' | 'put'> & { onEnd(): void };

function ReplyForm({ review, put, onEnd }: ReplyFormProps) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => section.current?.querySelector('textarea')?.focus(), []);
  const end = () => {
    // The row keeps the focus that the form had, and with it the keys.
    section.current?.closest('li')?.focus();
    onEnd();
  };
  const send = async (fields: FormData) => {
    await reply(review, given(fields, 'reply') ?? '', put);
    end();
  };
  return (
    <section ref={section} class="reply" aria-label="Reply of the store">
      <Form submit={review.reply ? 'Save reply' : 'Reply'} onSubmit={send} onCancel={end}>
        <TextField
          label="Reply"
          hint="public, under the review"
          name="reply"
          required
          maxLength={limits.reviewReply}
          defaultValue={review.reply?.body ?? ''}
        />
      </Form>
    </section>
  );
}
