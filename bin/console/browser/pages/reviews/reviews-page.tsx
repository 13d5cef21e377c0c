import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, More } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyList, FilterBox, FilterTabs } from '../../parts/filters.tsx';
import { Form, given, TextField } from '../../parts/form.tsx';
import { errorText, Failure, Progress, Skeleton } from '../../parts/states.tsx';
import { notify } from '../../state/notices.ts';
import { useList } from '../../state/read.ts';
import { route } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { bulk, hide, hideAll, show, showAll } from './moderation.ts';
import { nameOf, type Reason, type Review, reasons, tabs } from './review.ts';
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
      <search class="filters">
        <FilterTabs name="status" label="Status" values={tabs} />
        <FilterBox name="product" label="Product" placeholder="Product, pro_…" />
        <FilterBox name="customer" label="Customer" placeholder="Customer, cus_…" />
      </search>
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
  const showOne = (review: Review) => show(review, put).catch((error: unknown) => notify(errorText(error)));
  const moderate = (act: (review: Review) => unknown) => () => {
    const review = reviews[current];
    if (review && mayWrite()) act(review);
  };
  useKeys({
    j: () => move(document.activeElement?.closest('[data-id]') ? 1 : 0),
    k: () => move(-1),
    h: moderate((review) => setHiding([review])),
    s: moderate((review) => review.status === 'hidden' && showOne(review)),
  });

  if (reviews.length === 0) {
    return (
      <EmptyList filters={['status', 'product', 'customer']} of="reviews" title="No reviews here">
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

interface BulkBarProps {
  chosen: readonly Review[];
  onHide(): void;
  onShow(): Promise<unknown>;
  onClear(): void;
}

/** What can be done to the chosen reviews. */
function BulkBar({ chosen, onHide, onShow, onClear }: BulkBarProps) {
  const hidden = chosen.filter(({ status }) => status === 'hidden').length;
  if (chosen.length === 0) return null;
  return (
    <div class="bulk" role="toolbar" aria-label="Selected reviews">
      <b>{chosen.length} selected</b>
      {hidden < chosen.length && <Button onClick={onHide}>Hide…</Button>}
      {hidden > 0 && <Button onClick={onShow}>Show</Button>}
      <Button kind="plain" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

/** How far many have come, and afterwards those that failed. */
function BulkProgress() {
  const { verb = '', total = 0, done = 0, failed = [] } = bulk.value ?? {};
  if (total === 0) return null;
  return (
    <section class="banner" aria-label="Progress" role="status">
      {done < total && <Progress label={`${verb} ${done} of ${total}`} done={done} total={total} />}
      {failed.length > 0 && (
        <>
          <b>{failed.length} failed</b>
          <ul>
            {failed.map(({ review, error }) => (
              <li key={review.id}>
                {nameOf(review)}: {errorText(error)}
              </li>
            ))}
          </ul>
        </>
      )}
      {done === total && (
        <Button
          onClick={() => {
            bulk.value = undefined;
          }}
        >
          Close
        </Button>
      )}
    </section>
  );
}

interface HideDialogProps {
  reviews: readonly Review[];
  onHide(body: { reason: Reason; note?: string | undefined }): Promise<unknown>;
  onClose(): void;
}

/** Asks why. The author sees the reason; only the store sees the note. */
function HideDialog({ reviews, onHide, onClose }: HideDialogProps) {
  const [first] = reviews;
  const before = reviews.length === 1 && first?.status === 'hidden' ? first : undefined;
  const chosen = before?.hidden_reason ?? 'spam';
  const send = async (fields: FormData) => {
    await onHide({ reason: fields.get('reason') as Reason, note: given(fields, 'note') });
    onClose();
  };
  return (
    <Dialog title={reviews.length === 1 ? 'Hide this review?' : `Hide ${reviews.length} reviews?`} onClose={onClose}>
      <Form
        submit={before ? 'Replace reason' : 'Hide'}
        kind={before ? 'primary' : 'danger'}
        onSubmit={send}
        onCancel={onClose}
      >
        <fieldset class="choices">
          <legend>Reason (the author sees it)</legend>
          {Object.entries(reasons).map(([value, words]) => (
            <label key={value} class="check">
              <input
                type="radio"
                name="reason"
                value={value}
                required
                defaultChecked={value === chosen}
                autofocus={value === chosen}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          label="Note"
          hint="for your team only"
          name="note"
          maxLength={1000}
          defaultValue={before?.hidden_note ?? ''}
        />
      </Form>
    </Dialog>
  );
}

/** Keys of a page, by what they do. They are the page's own only where nothing else takes what is typed. */
function useKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Other effects come after a frame, in which a key may be pressed already.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const isTaken =
        (target instanceof Element &&
          target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null) ||
        document.querySelector('dialog[open]') !== null;
      if (isTaken || event.metaKey || event.ctrlKey || event.altKey) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
