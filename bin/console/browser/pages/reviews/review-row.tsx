import { Button, Link } from '../../parts/button.tsx';
import { Badge } from '../../parts/states.tsx';
import { Time } from '../../parts/values.tsx';
import { hrefOf } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { Reply } from './reply.tsx';
import { authorOf, type Put, productOf, type Review, reasons, statuses } from './review.ts';
import { Stars } from './stars.tsx';

interface ReviewRowProps {
  review: Review;
  isCurrent: boolean;
  isChosen: boolean;
  isReplying: boolean;
  put: Put;
  onChoose(isChosen: boolean): void;
  onFocus(): void;
  onHide(): void;
  onShow(): Promise<unknown>;
  onReply(isReplying: boolean): void;
  /** Asks about the standing of the author. */
  onJudge(): void;
}

/** A review with what can be done to it. */
export function ReviewRow(props: ReviewRowProps) {
  const { review, isCurrent, isChosen, isReplying, put, onChoose, onFocus, onReply } = props;
  const isHidden = review.status === 'hidden';
  return (
    <li class="review" data-id={review.id} tabIndex={isCurrent ? 0 : -1} onFocus={onFocus} aria-label={labelOf(review)}>
      {mayWrite() && (
        <label class="choose">
          <input
            type="checkbox"
            aria-label={`Select the review by ${review.author_name}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        </label>
      )}
      <div class="review-text">
        <Stars rating={review.rating} />
        {review.title && <h2>{review.title}</h2>}
        {review.body && <p>{review.body}</p>}
        <Origin review={review} />
        {isHidden && <Hidden review={review} />}
        <Reply review={review} isEditing={isReplying} put={put} onEdit={onReply} />
      </div>
      <div class="review-end">
        <Badge tone={isHidden ? 'bad' : review.status === 'published' ? 'good' : 'warn'}>
          {statuses[review.status]}
        </Badge>
        {mayWrite() && <RowActions {...props} />}
      </div>
    </li>
  );
}

function RowActions({ review, onHide, onShow, onReply, onJudge }: ReviewRowProps) {
  return (
    <div class="actions">
      {review.status === 'hidden' ? <Button onClick={onShow}>Show</Button> : <Button onClick={onHide}>Hide…</Button>}
      {!review.reply && <Button onClick={() => onReply(true)}>Reply</Button>}
      {review.customer !== null && (
        <Button kind="plain" aria-label={`Ban author… ${authorOf(review)}`} onClick={onJudge}>
          Ban author…
        </Button>
      )}
    </div>
  );
}

const labelOf = ({ rating, author_name, status }: Review) =>
  `${rating} of 5 stars by ${author_name}, ${statuses[status].toLowerCase()}`;

/** Who wrote it, of what and when; each leads to others of theirs. */
function Origin({ review }: { review: Review }) {
  const { customer_id, product_id, variant_name, verified_purchase, created_at } = review;
  return (
    <p class="quiet origin">
      <Link href={hrefOf('reviews', { customer: customer_id })} title={`Reviews by ${authorOf(review)}`}>
        {authorOf(review)}
      </Link>
      <Link href={hrefOf('reviews', { product: product_id })} title={`Reviews of ${productOf(review)}`}>
        {productOf(review)}
      </Link>
      {variant_name && <span>{variant_name}</span>}
      {verified_purchase && <span>Verified purchase</span>}
      <Time at={created_at} />
    </p>
  );
}

function Hidden({ review: { hidden_reason, hidden_note, hidden_at, actor } }: { review: Review }) {
  return (
    <p class="hidden-why">
      <b>{hidden_reason && reasons[hidden_reason]}</b>
      {hidden_note && <span>{hidden_note}</span>}
      {hidden_at && <Time at={hidden_at} />}
      {actor && <span>{actor.name}</span>}
    </p>
  );
}
