/**
 * CloudWatch as far as the stack's alarms use it: datapoints by namespace, name and dimensions, kept as they were put and found
 * by exactly the dimensions they were put with, and alarms judged on the last periods as CloudWatch judges them.
 */
import type { Template } from '../../../infra/access-table.ts';
import { resolveIn } from './template.ts';

type Dimensions = Readonly<Record<string, string>>;

interface Datapoint {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
}

/** The identity of a metric. */
const identityOf = (namespace: string, name: string, dimensions: Dimensions): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

export class Metrics {
  readonly #points = new Map<string, Datapoint[]>();

  put(namespace: string, name: string, dimensions: Dimensions, { at, value }: Datapoint): void {
    const identity = identityOf(namespace, name, dimensions);
    this.#points.set(identity, [...(this.#points.get(identity) ?? []), { at, value }]);
  }

  /** Takes the metrics of a log line in the embedded metric format, as CloudWatch Logs does; other lines hold none. */
  takeLog(line: string): void {
    const fields = asObject(line);
    for (const { Namespace, Dimensions, Metrics: declared } of fields._aws?.CloudWatchMetrics ?? []) {
      for (const { Name } of declared) {
        for (const names of Dimensions) {
          const dimensions = Object.fromEntries(names.map((name) => [name, String(fields[name])]));
          this.put(Namespace, Name, dimensions, { at: fields._aws?.Timestamp ?? 0, value: Number(fields[Name]) });
        }
      }
    }
  }

  /** Every metric there is. */
  identities(): ReadonlySet<string> {
    return new Set(this.#points.keys());
  }

  values(identity: string, from: number, to: number): number[] {
    const points = this.#points.get(identity) ?? [];
    return points.filter(({ at }) => at >= from && at < to).map(({ value }) => value);
  }
}

interface EmbeddedMetrics {
  Timestamp: number;
  CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[];
}

function asObject(line: string): Record<string, unknown> & { _aws?: EmbeddedMetrics } {
  try {
    return JSON.parse(line) as Record<string, unknown> & { _aws?: EmbeddedMetrics };
  } catch {
    return {};
  }
}

/** A metric that an alarm watches, as the alarm itself or one of its `Metrics` declares it. */
interface DeclaredMetric {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: string }[];
}

/** One of several, or what is reckoned of them. */
interface Term {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: DeclaredMetric; Period: number; Stat: string };
}

interface DeclaredAlarm extends DeclaredMetric {
  AlarmName: string;
  Metrics?: Term[];
  Statistic?: string;
  ExtendedStatistic?: string;
  /** Seconds. */
  Period: number;
  Threshold: number;
  EvaluationPeriods: number;
  DatapointsToAlarm?: number;
  ComparisonOperator: string;
  TreatMissingData: string;
  AlarmActions: string[];
}

interface WatchedMetric extends DeclaredMetric {
  identity: string;
  statistic: string;
}

interface WatchedAlarm extends DeclaredAlarm {
  id: string;
  /** By their ids in the expression. */
  watched: Readonly<Record<string, WatchedMetric>>;
  expression: string;
}

function watchedBy(metric: DeclaredMetric, statistic: string): WatchedMetric {
  const dimensions = Object.fromEntries((metric.Dimensions ?? []).map(({ Name, Value }) => [Name, Value]));
  return { ...metric, statistic, identity: identityOf(metric.Namespace, metric.MetricName, dimensions) };
}

/** The alarms of a template by their names, references resolved. */
export function alarmsOf(template: Template): Map<string, WatchedAlarm> {
  const alarms = Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
  return new Map(
    alarms.map(([id, { Properties }]) => {
      const alarm = resolveIn(template, Properties) as DeclaredAlarm;
      const { Metrics: terms, Statistic, ExtendedStatistic } = alarm;
      if (!terms) {
        const watched = { all: watchedBy(alarm, ExtendedStatistic ?? Statistic ?? '') };
        return [alarm.AlarmName, { ...alarm, id, watched, expression: 'all' }];
      }
      const stats = terms.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat] as const] : []));
      const watched = Object.fromEntries(stats.map(([Id, { Metric, Stat }]) => [Id, watchedBy(Metric, Stat)]));
      const Period = stats[0]?.[1].Period ?? Number.NaN;
      const expression = terms.find(({ Expression }) => Expression)?.Expression ?? '';
      return [alarm.AlarmName, { ...alarm, id, Period, watched, expression }];
    }),
  );
}

const isReached: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/**
 * Whether the alarm goes off at a time: enough of the last periods, the present one among them, have a value that reaches the
 * threshold. A period without datapoints reaches it where missing data is `breaching`, and nothing where it is `notBreaching`.
 */
export function goesOff(alarm: WatchedAlarm, metrics: Metrics, now: number): boolean {
  const { TreatMissingData, ComparisonOperator } = alarm;
  const reaches = isReached[ComparisonOperator];
  if (!/^(?:notB|b)reaching$/.test(TreatMissingData)) throw new Error(`${TreatMissingData} is not evaluated here`);
  if (!reaches) throw new Error(`${ComparisonOperator} is not evaluated here`);
  const length = alarm.Period * 1000;
  const present = Math.floor(now / length);
  const reached = Array.from({ length: alarm.EvaluationPeriods }, (_, back) => (present - back) * length).filter(
    (from) => {
      const value = measured(alarm, metrics, from, from + length);
      return value === undefined ? TreatMissingData === 'breaching' : reaches(value, alarm.Threshold);
    },
  );
  return reached.length >= (alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods);
}

/** Undefined if nothing is measured. */
function measured({ watched, expression }: WatchedAlarm, metrics: Metrics, from: number, to: number) {
  const values = Object.entries(watched).flatMap(([id, { identity, statistic }]) => {
    const points = metrics.values(identity, from, to);
    return points.length > 0 ? [[id, statisticOf(statistic, points)] as const] : [];
  });
  return values.length > 0 ? evaluated(expression, Object.fromEntries(values)) : undefined;
}

/** The forms that the stack's expressions have. */
function evaluated(expression: string, values: Readonly<Record<string, number>>): number | undefined {
  if (expression === 'SUM(METRICS())') return Object.values(values).reduce((sum, value) => sum + value, 0);
  const [, all = '', least, part = ''] = /^IF\((\w+) >= (\d+), 100 \* (\w+) \/ \1, 0\)$/.exec(expression) ?? [];
  if (least === undefined) return values[expression];
  const [whole = 0, some = 0] = [values[all], values[part]];
  return whole >= Number(least) ? (100 * some) / whole : 0;
}

function statisticOf(statistic: string, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const percentile = /^p(\d+)$/.exec(statistic)?.[1];
  if (percentile !== undefined) return sorted[Math.ceil((sorted.length * Number(percentile)) / 100) - 1] ?? 0;
  if (statistic === 'Maximum') return Math.max(...values);
  if (statistic === 'SampleCount') return values.length;
  if (statistic === 'Sum') return values.reduce((sum, value) => sum + value, 0);
  throw new Error(`${statistic} is not evaluated here`);
}
