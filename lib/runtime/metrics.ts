/** CloudWatch's embedded metric format: a log line that says which of its fields are metrics, so that none needs a call. */
import { log } from './log.ts';
import { setting } from './settings.ts';

/** Milliseconds where it says so, else a count. */
type Figures = Readonly<Record<string, number>>;

interface Fields {
  /** The endpoint or function. */
  operation: string;
  [field: string]: unknown;
}

/**
 * Logs one line about an operation. Each figure that is not 0 is a field of it and, with the setting `METRICS_NAMESPACE`, a metric of the
 * stack, by operation and over all of them. AWS bills the log by bytes, and every metric that ever existed by the month.
 */
export function logWithMetrics(message: string, fields: Fields, figures: Figures): void {
  const told = Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== 0));
  log('info', message, { ...fields, ...told, ...embedded(told) });
}

function embedded(figures: Figures): object {
  const namespace = setting('METRICS_NAMESPACE');
  if (namespace === undefined) return {};
  const metrics = Object.keys(figures).map((Name) => ({
    Name,
    Unit: Name === 'milliseconds' ? 'Milliseconds' : 'Count',
  }));
  const declared = { Namespace: namespace, Dimensions: [['operation'], []], Metrics: metrics };
  return { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [declared] } };
}

/** Milliseconds since a `performance.now()`, to a tenth. */
export const millisecondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) * 10) / 10;
