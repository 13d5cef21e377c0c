import { amountOf } from '../../parts/values.tsx';
import type { Transaction } from './gift-card.ts';

const width = 640;
const height = 96;

interface ChartProps {
  /** Newest first. */
  entries: readonly Transaction[];
  currency: string;
}

/** The balance over time: a step at each entry, up to now. */
export function BalanceChart({ entries, currency }: ChartProps) {
  const steps = entries.map(({ created_at, balance }) => ({ time: Date.parse(created_at), balance })).toReversed();
  const [first] = steps;
  const last = steps.at(-1);
  const highest = Math.max(1, ...steps.map(({ balance }) => balance));
  if (!first || !last || steps.length < 2) return null;
  const span = Math.max(1, Date.now() - first.time);
  const x = (time: number) => ((time - first.time) / span) * width;
  const y = (balance: number) => height - (balance / highest) * (height - 4) - 2;
  const line = steps
    .map(({ time, balance }, index) =>
      index === 0 ? `M0 ${y(balance)}` : `H${x(time).toFixed(1)}V${y(balance).toFixed(1)}`,
    )
    .join('');
  const path = `${line}H${width}`;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The balance was ${amountOf(first.balance, currency)} at first and is ${amountOf(last.balance, currency)} now`}
      >
        <path class="area" d={`${path}V${height}H0Z`} />
        <path class="line" d={path} />
      </svg>
      <figcaption class="quiet">
        <span>{new Date(first.time).toLocaleDateString()}</span>
        <span>Highest {amountOf(highest, currency)}</span>
        <span>Now</span>
      </figcaption>
    </figure>
  );
}
