import type { ComponentChildren } from 'preact';
import { Figure } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { Section } from '../../parts/section.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { amountOf, Time } from '../../parts/values.tsx';
import { type Overview, overview, readOverview } from '../../state/overview.ts';
import { useList } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { hasArea } from '../../state/session.ts';
import { mailStates } from '../gift-cards/gift-card.ts';
import { productOf } from '../reviews/review.ts';
import { Stars } from '../reviews/stars.tsx';

/** The store today: its figures, the newest reviews, and the products that most shoppers wait for. Each leads to its page. */
export function HomePage() {
  const read = overview.value;
  return (
    <>
      <div class="head">
        <h1>Home</h1>
        {read.state === 'ready' && read.data.as_of && (
          <p class="quiet">
            Last change <Time at={read.data.as_of} />
          </p>
        )}
      </div>
      {read.state === 'loading' && <Skeleton rows={2} height="5.5rem" />}
      {read.state === 'failed' && <Failure error={read.error} onAgain={readOverview} />}
      {read.state === 'ready' && <Figures {...read.data} />}
      {hasArea('reviews') && <NewestReviews />}
      {hasArea('waitlist') && <MostWaitedFor />}
    </>
  );
}

/** The figures of the key's areas; those of other areas are null. */
function Figures({ reviews, liability, waiting, scheduled_cards, failed_emails }: Overview) {
  const count = (label: string, value: number | null | undefined, href: string, hint?: string) =>
    value != null && (
      <LinkedFigure label={label} href={href} value={value.toLocaleString()} hint={value > 0 ? hint : undefined} />
    );
  const figures = [
    count('Unanswered reviews', reviews?.unanswered, hrefOf('reviews', { status: 'published', replied: 'false' })),
    count('Hidden reviews', reviews?.hidden, hrefOf('reviews', { status: 'hidden' })),
    liability !== null && (
      <LinkedFigure label="Gift card liability" href={hrefOf('gift-cards')} value={amountOf(liability)} />
    ),
    count('Cards to be emailed', scheduled_cards, hrefOf('gift-cards')),
    count('Card emails that failed', failed_emails, hrefOf('gift-cards'), failedHint),
    count('Waiting for a restock', waiting, hrefOf('waitlist')),
  ].filter(Boolean);
  return figures.length > 0 ? (
    <dl class="figures glance">{figures}</dl>
  ) : (
    <Empty title="No figures for your key">
      Your key has access to pages without figures: choose one from the menu.
    </Empty>
  );
}

/** The list of gift cards has no filter by the state of their emails. */
const failedHint = `Look for “${mailStates.failed.words}” in the column Email.`;

interface LinkedFigureProps {
  label: string;
  value: string;
  href: string;
  /** What to look for on the page of the figure. */
  hint?: string | undefined;
}

const LinkedFigure = ({ label, value, href, hint }: LinkedFigureProps) => (
  <Figure label={label}>
    <Link class="row-link" href={href} aria-label={`${label}: ${value}`}>
      {value}
    </Link>
    {hint && <p class="quiet">{hint}</p>}
  </Figure>
);

/** How many rows a list of this page has. */
const limit = 5;

function NewestReviews() {
  const list = useList(
    async (shop, options) => ({ ...(await shop.reviews.list({ expand: 'product', limit }, options)), has_more: false }),
    [],
  );
  return (
    <Section title="Newest reviews" list={list} empty="No reviews yet." action={<All page="reviews">All reviews</All>}>
      {(reviews) => (
        <table>
          <tbody>
            {reviews.map((review) => (
              <tr key={review.id}>
                <td>
                  <Link class="row-link" href={hrefOf('reviews', { review: review.id })}>
                    {review.title || review.author_name}
                  </Link>
                </td>
                <td>
                  <Stars rating={review.rating} />
                </td>
                <td class="wide">{productOf(review)}</td>
                <td class="wide">
                  <Time at={review.created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function MostWaitedFor() {
  const list = useList(
    async (shop, options) => ({ ...(await shop.waitlist.list({ limit }, options)), has_more: false }),
    [],
  );
  return (
    <Section
      title="Most waited for"
      list={list}
      empty="No one is waiting for a product."
      action={<All page="waitlist">Waitlist</All>}
    >
      {(products) => (
        <table>
          <tbody>
            {products.map(({ id, name, waiting_count }) => (
              <tr key={id}>
                <td>
                  <Link class="row-link" href={hrefOf(`waitlist/${id}`)}>
                    {name}
                  </Link>
                </td>
                <td class="amount">{waiting_count.toLocaleString()} waiting</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

const All = ({ page, children }: { page: string; children: ComponentChildren }) => (
  <Link href={hrefOf(page)}>{children}</Link>
);
