/** What staff do to several reviews at once. */
import { Button } from '../../parts/button.tsx';
import { errorText, Progress } from '../../parts/states.tsx';
import { bulk } from './moderation.ts';
import { nameOf, type Review } from './review.ts';

interface BulkBarProps {
  chosen: readonly Review[];
  onHide(): void;
  onShow(): Promise<unknown>;
  onClear(): void;
}

/** What can be done to the chosen reviews. */
export function BulkBar({ chosen, onHide, onShow, onClear }: BulkBarProps) {
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
export function BulkProgress() {
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
