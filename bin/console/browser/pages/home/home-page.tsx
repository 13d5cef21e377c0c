import type { ComponentChildren } from 'preact';
import { Figure } from '../../parts/account.tsx';
import { Link } from '../../parts/button.tsx';
import { Head, Loaded, Section, Table } from '../../parts/lists.tsx';
import { Empty } from '../../parts/states.tsx';
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
      <Head title="Home">
        {read.state === 'ready' && read.data.as_of && (
          <p class="quiet">
            Last change <Time at={read.data.as_of} />
          </p>
        )}
      </Head>
      <Loaded read={{ ...read, again: readOverview }} rows={2} height="5.5rem">
        {(data) => <Figures {...data} />}
      </Loaded>
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
        <Table
          rows={reviews}
          columns={[
            {
              cell: ({ id, title, author_name }) => (
                <Link class="row-link" href={hrefOf('reviews', { review: id })}>
                  {title || author_name}
                </Link>
              ),
            },
            { cell: Stars },
            { class: 'wide', cell: productOf },
            { class: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
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
        <Table
          rows={products}
          columns={[
            {
              cell: ({ id, name }) => (
                <Link class="row-link" href={hrefOf(`waitlist/${id}`)}>
                  {name}
                </Link>
              ),
            },
            { class: 'amount', cell: ({ waiting_count }) => `${waiting_count.toLocaleString()} waiting` },
          ]}
        />
      )}
    </Section>
  );
}

const All = ({ page, children }: { page: string; children: ComponentChildren }) => (
  <Link href={hrefOf(page)}>{children}</Link>
);
