import { useState } from 'preact/hooks';
import { Failure, wordsOf } from '../../parts/failure.tsx';
import { FilterBox, FilterTabs } from '../../parts/filters.tsx';
import { useKeys } from '../../parts/keys.ts';
import { More } from '../../parts/more.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { tell } from '../../state/notices.ts';
import { useList } from '../../state/read.ts';
import { route } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { BulkBar, BulkProgress } from './bulk-bar.tsx';
import { HideDialog } from './hide-dialog.tsx';
import { hide, hideAll, show, showAll } from './moderation.ts';
import { type Review, tabs } from './review.ts';
import { ReviewRow } from './review-row.tsx';

/** Reviews, newest first: read, hidden with a reason, shown again. */
export function ReviewsPage() {
  const { product, customer, status } = Object.fromEntries(route.value.filters);
  const list = useList(
    (shop, options) =>
      shop.reviews.list({ product, customer, status: status as Review['status'] | undefined, limit: 50 }, options),
    [product, customer, status],
  );
  return (
    <>
      <div class="head">
        <h1>Reviews</h1>
        {mayWrite() && (
          <p class="quiet keys">
            <kbd>j</kbd> <kbd>k</kbd> to move, <kbd>h</kbd> to hide, <kbd>s</kbd> to show
          </p>
        )}
      </div>
      <div class="filters">
        <FilterTabs name="status" label="Status" values={tabs} />
        <FilterBox name="product" label="Product" placeholder="Product, pro_…" />
        <FilterBox name="customer" label="Customer" placeholder="Customer, cus_…" />
      </div>
      <BulkProgress />
      {list.state === 'loading' && <Skeleton height="7.5rem" />}
      {list.state === 'failed' && <Failure error={list.error} onAgain={list.again} />}
      {list.state === 'ready' && <ReviewList reviews={list.data.items} put={list.put} />}
      <More list={list} />
    </>
  );
}

/** A person's way through the list: which review is at hand, which are chosen. */
function ReviewList({ reviews, put }: { reviews: readonly Review[]; put(review: Review): void }) {
  const [current, setCurrent] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [hiding, setHiding] = useState<readonly Review[]>([]);
  const chosenReviews = reviews.filter(({ id }) => chosen.has(id));
  const clear = () => setChosen(new Set());

  const move = (step: number) => {
    const next = Math.min(reviews.length - 1, Math.max(0, current + step));
    setCurrent(next);
    const row = document.querySelector<HTMLElement>(`[data-id="${reviews[next]?.id}"]`);
    row?.focus();
  };
  const showOne = (review: Review) => show(review, put).catch((error: unknown) => tell(wordsOf(error)));
  const moderate = (act: (review: Review) => unknown) => () => {
    const review = reviews[current];
    if (review && mayWrite()) act(review);
  };
  useKeys({
    j: () => move(document.activeElement?.closest('.review') ? 1 : 0),
    k: () => move(-1),
    h: moderate((review) => setHiding([review])),
    s: moderate((review) => review.status === 'hidden' && showOne(review)),
  });

  if (reviews.length === 0) {
    return <Empty title="No reviews here">Reviews that customers write in your shop appear here, newest first.</Empty>;
  }
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      {mayWrite() && (
        <label class="check all">
          <input
            type="checkbox"
            checked={chosenReviews.length === reviews.length}
            onChange={(event) => setChosen(new Set(event.currentTarget.checked ? reviews.map(({ id }) => id) : []))}
          />
          <span>Select all {reviews.length} on this page</span>
        </label>
      )}
      <ul class="rows">
        {reviews.map((review, index) => (
          <ReviewRow
            key={review.id}
            review={review}
            isCurrent={index === current}
            isChosen={chosen.has(review.id)}
            onChoose={(isChosen) => choose(review.id, isChosen)}
            onFocus={() => setCurrent(index)}
            onHide={() => setHiding([review])}
            onShow={() => showOne(review)}
          />
        ))}
      </ul>
      <BulkBar
        chosen={chosenReviews}
        onHide={() => setHiding(chosenReviews.filter(({ status }) => status !== 'hidden'))}
        onShow={async () => {
          clear();
          await showAll(
            chosenReviews.filter(({ status }) => status === 'hidden'),
            put,
          );
        }}
        onClear={clear}
      />
      {hiding.length > 0 && (
        <HideDialog
          reviews={hiding}
          onClose={() => setHiding([])}
          onHide={async (body) => {
            const [first, ...others] = hiding;
            if (first && others.length === 0) return hide(first, body, put);
            clear();
            void hideAll(hiding, body, put);
          }}
        />
      )}
    </>
  );
}
