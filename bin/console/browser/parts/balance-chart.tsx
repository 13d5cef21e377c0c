import { useState } from 'preact/hooks';
import { amountOf } from './values.tsx';

interface ChartProps {
  /** Newest first. */
  entries: readonly { created_at: string; balance: number }[];
  currency: string;
}

const width = 640;
const height = 96;

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The balance over time: a step at each entry, up to now. Under the pointer it shows the balance of that time. */
export function BalanceChart({ entries, currency }: ChartProps) {
  const [pointed, setPointed] = useState<number>();
  const steps = entries.map(({ created_at, balance }) => ({ time: Date.parse(created_at), balance })).toReversed();
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last || steps.length < 2) return null;
  const highest = Math.max(1, ...steps.map(({ balance }) => balance));
  const span = Math.max(1, Date.now() - first.time);
  const x = (time: number) => ((time - first.time) / span) * width;
  const y = (balance: number) => height - (balance / highest) * (height - 4) - 2;
  const line = steps
    .map(({ time, balance }, index) =>
      index === 0 ? `M0 ${y(balance)}` : `H${x(time).toFixed(1)}V${y(balance).toFixed(1)}`,
    )
    .join('');
  const path = `${line}H${width}`;
  const time = pointed === undefined ? undefined : first.time + pointed * span;
  const shown = time === undefined ? undefined : (steps.findLast((step) => step.time <= time) ?? first);
  return (
    <figure class="chart">
      <div class="axis" aria-hidden="true">
        {[highest, highest / 2, 0].map((tick) => (
          <span key={tick}>{amountOf(Math.round(tick), currency)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The balance was first ${amountOf(first.balance, currency)} and is now ${amountOf(last.balance, currency)}`}
        onPointerMove={(event) => {
          const { left, width: shownWidth } = event.currentTarget.getBoundingClientRect();
          setPointed(Math.min(1, Math.max(0, (event.clientX - left) / shownWidth)));
        }}
        onPointerLeave={() => setPointed(undefined)}
      >
        <path class="area" d={`${path}V${height}H0Z`} />
        <path class="grid" d={[2, height / 2, height - 2].map((at) => `M0 ${at}H${width}`).join('')} />
        <path class="line" d={path} />
        {pointed !== undefined && <path class="pointed" d={`M${pointed * width} 0V${height}`} />}
      </svg>
      <figcaption class="quiet">
        <span>{moment.format(first.time)}</span>
        {shown && time !== undefined && (
          <b>
            {moment.format(time)}: {amountOf(shown.balance, currency)}
          </b>
        )}
        <span>Now</span>
      </figcaption>
    </figure>
  );
}
