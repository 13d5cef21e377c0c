import { useRef, useState } from 'preact/hooks';
import { EmptyList, FilterPicker, FilterSelect, FilterTabs } from '../../parts/filters.tsx';
import { useFocusOfNext } from '../../parts/focus-of-next.ts';
import { useKeys } from '../../parts/keys.ts';
import { Head, List } from '../../parts/lists.tsx';
import { errorText } from '../../parts/states.tsx';
import { notify } from '../../state/notices.ts';
import { useList } from '../../state/read.ts';
import { hrefOf, route } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { BulkBar, BulkProgress } from './bulk.tsx';
import { HideDialog } from './hide-dialog.tsx';
import { hide, hideAll, show, showAll } from './moderation.ts';
import { type Filters, readMany, readOne } from './read-reviews.ts';
import { authorOf, choices, hasAllUnanswered, isListed, type Put, productOf, type Review, tabs } from './review.ts';
import { ReviewRow } from './review-row.tsx';
import { StandingDialog } from './standing-dialog.tsx';

/** Reviews, newest first: read, answered, hidden with a reason, shown again. With `?review=` in the URL, only that one. */
export function ReviewsPage() {
  const filters: Filters = Object.fromEntries(route.value.filters);
  const { review, product, customer, status, rating, replied } = filters;
  const list = useList(
    (shop, options) => (review ? readOne(shop, review, options) : readMany(shop, filters, options)),
    [review, product, customer, status, rating, replied],
  );
  const names = useNames(list.state === 'ready' ? list.data.items : []);
  return (
    <>
      <Head
        back={review ? { href: hrefOf('reviews'), words: 'All reviews' } : undefined}
        title={review ? 'Review' : 'Reviews'}
      >
        {mayWrite() && (
          <p class="quiet keys">
            <kbd>j</kbd> <kbd>k</kbd> to move, <kbd>r</kbd> to reply, <kbd>h</kbd> to hide, <kbd>s</kbd> to show
          </p>
        )}
      </Head>
      {!review && (
        <search class="filters">
          <FilterTabs name="status" label="Status" values={tabs} />
          <FilterSelect name="rating" label="Rating" values={choices.rating} />
          <FilterSelect name="replied" label="Answered" values={choices.replied} />
          <FilterPicker name="product" label="Product" type="product" known={names.products} />
          <FilterPicker name="customer" label="Customer" type="customer" known={names.customers} />
        </search>
      )}
      <BulkProgress />
      <List list={list} height="7.5rem">
        {(reviews) => (
          <ReviewList
            reviews={reviews.filter((each) => review || isListed(each, filters))}
            areAllAnswered={hasAllUnanswered(filters) && !(list.state === 'ready' && list.data.next)}
            put={list.put}
          />
        )}
      </List>
    </>
  );
}

/** The names of the products and customers that the page has listed, by their ids. */
function useNames(reviews: readonly Review[]) {
  const { products, customers } = useRef({
    products: new Map<string, string>(),
    customers: new Map<string, string>(),
  }).current;
  for (const review of reviews) {
    products.set(review.product_id, productOf(review));
    customers.set(review.customer_id, authorOf(review));
  }
  return { products, customers };
}

interface ReviewListProps {
  reviews: readonly Review[];
  /** Whether the list is empty only because no review waits for an answer. */
  areAllAnswered: boolean;
  put: Put;
}

/** A person's way through the list: which review is at hand, which are chosen. */
function ReviewList({ reviews, areAllAnswered, put }: ReviewListProps) {
  const [current, setCurrent] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [hiding, setHiding] = useState<readonly Review[]>([]);
  const [replying, setReplying] = useState<string>();
  const [judged, setJudged] = useState<Review>();
  const chosenReviews = reviews.filter(({ id }) => chosen.has(id));
  const clear = () => setChosen(new Set());

  const move = (step: number) => {
    const next = Math.min(reviews.length - 1, Math.max(0, current + step));
    setCurrent(next);
    const row = document.querySelector<HTMLElement>(`[data-id="${reviews[next]?.id}"]`);
    row?.focus();
  };
  const showOne = (review: Review) => show(review, put).catch((error: unknown) => notify(errorText(error)));
  const moderate = (act: (review: Review) => unknown) => () => {
    const review = reviews[current];
    if (review) act(review);
  };
  useKeys('Reviews', {
    j: { does: 'Go to the next review', act: () => move(document.activeElement?.closest('[data-id]') ? 1 : 0) },
    k: { does: 'Go to the previous review', act: () => move(-1) },
    ...(mayWrite() && {
      r: { does: 'Reply to the review, or edit the reply', act: moderate((review) => setReplying(review.id)) },
      h: { does: 'Hide the review, or change its reason', act: moderate((review) => setHiding([review])) },
      s: {
        does: 'Show the review again',
        act: moderate((review) => review.status === 'hidden' && showOne(review)),
      },
    }),
  });
  useFocusOfNext(reviews.length, () => move(0));

  if (reviews.length === 0) {
    return (
      <EmptyList
        filters={['status', 'rating', 'replied', 'product', 'customer']}
        of="reviews"
        title="No reviews here"
        filtered={areAllAnswered ? 'All reviews are answered' : undefined}
      >
        Reviews that customers write in your shop appear here, newest first.
      </EmptyList>
    );
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
      <ul class="rows" aria-label="Reviews">
        {reviews.map((review, index) => (
          <ReviewRow
            key={review.id}
            review={review}
            isCurrent={index === current}
            isChosen={chosen.has(review.id)}
            onChoose={(isChosen) => choose(review.id, isChosen)}
            onFocus={() => setCurrent(index)}
            isReplying={review.id === replying}
            put={put}
            onReply={(isReplying) => setReplying(isReplying ? review.id : undefined)}
            onHide={() => setHiding([review])}
            onShow={() => showOne(review)}
            onJudge={() => setJudged(review)}
          />
        ))}
      </ul>
      <BulkBar
        chosen={chosenReviews}
        onHide={() => setHiding(chosenReviews)}
        onShow={async () => {
          clear();
          await showAll(
            chosenReviews.filter(({ status }) => status === 'hidden'),
            put,
          );
        }}
        onClear={clear}
      />
      {judged && <StandingDialog review={judged} reviews={reviews} put={put} onClose={() => setJudged(undefined)} />}
      {hiding.length > 0 && (
        <HideDialog
          selected={hiding}
          onClose={() => setHiding([])}
          onHide={async (those, body) => {
            const [first, ...others] = those;
            if (first && others.length === 0) return hide(first, body, put);
            clear();
            void hideAll(those, body, put);
          }}
        />
      )}
    </>
  );
}
