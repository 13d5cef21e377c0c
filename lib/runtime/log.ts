/** Structured logs: one JSON object a line. Never pass a secret, a gift card code or a shopper's address. */
import { metricUnits } from '../schema/metrics.ts';
import { isDryRun } from './dry-run.ts';
import { setting } from './settings.ts';

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 50 } as const;

type Level = Exclude<keyof typeof levels, 'silent'>;

const threshold = (): number => {
  const name = process.env.LOG_LEVEL?.toLowerCase() ?? 'info';
  return name in levels ? levels[name as keyof typeof levels] : levels.info;
};

/** An error and the chain of its causes, as far as a log needs it. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** The largest number of characters of a text that are logged: callers may have written the text. */
const textAtMost = 4000;

/** Writes one line with level, message and fields. */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  if (levels[level] < threshold()) return;
  const line = JSON.stringify({ level, message, timestamp: new Date().toISOString(), ...fields }, cut);
  if (!isDryRun()) process.stdout.write(`${line}\n`);
}

const cut = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > textAtMost ? `${value.slice(0, textAtMost)}…` : value;

/** Milliseconds or seconds if the name contains that unit, otherwise a count. */
type Figures = Readonly<Record<string, number>>;

interface Fields {
  /** The endpoint or function. */
  operation: string;
  [field: string]: unknown;
}

/**
 * Logs one line about an operation. Each figure is a field of the line, except a count of 0: AWS bills logs by the byte. With
 * the setting `METRICS_NAMESPACE`, the figures in `metricUnits` are also metrics of the stack (CloudWatch embedded metric format).
 */
export function logWithMetrics(message: string, fields: Fields, figures: Figures): void {
  const metrics = Object.fromEntries(
    Object.entries(figures).filter(([name, figure]) => figure !== 0 || !isCount(name)),
  );
  log('info', message, { ...fields, ...metrics, ...embedded(metrics) });
}

const unitOf = (name: string): string | undefined => (metricUnits as Readonly<Record<string, string>>)[name];

/** A time of 0 has a meaning, for example that nothing is overdue. */
const isCount = (name: string): boolean => unitOf(name) !== 'Seconds';

function embedded(figures: Figures): object {
  const namespace = setting('METRICS_NAMESPACE');
  const metrics = Object.keys(figures).flatMap((Name) => {
    const Unit = unitOf(Name);
    return Unit === undefined ? [] : [{ Name, Unit }];
  });
  if (namespace === undefined || metrics.length === 0) return {};
  const declared = { Namespace: namespace, Dimensions: [[]], Metrics: metrics };
  return { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [declared] } };
}

/** Milliseconds since a `performance.now()`, to a tenth. */
export const millisecondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) * 10) / 10;
