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

/** What tells a metric from every other one. */
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

interface DeclaredAlarm {
  AlarmName: string;
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: string }[];
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

interface WatchedAlarm extends DeclaredAlarm {
  id: string;
  /** Of the metric it watches. */
  identity: string;
}

/** The alarms of a template by their names, references resolved. Throws where one watches more than a single metric. */
export function alarmsOf(template: Template): Map<string, WatchedAlarm> {
  const alarms = Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
  return new Map(
    alarms.map(([id, { Properties }]) => {
      const alarm = resolveIn(template, Properties) as DeclaredAlarm;
      if (alarm.MetricName === undefined) throw new Error(`${id} watches an expression, which is not evaluated here`);
      const dimensions = Object.fromEntries((alarm.Dimensions ?? []).map(({ Name, Value }) => [Name, Value]));
      return [alarm.AlarmName, { ...alarm, id, identity: identityOf(alarm.Namespace, alarm.MetricName, dimensions) }];
    }),
  );
}

/**
 * Whether the alarm goes off at a time: enough of the last periods, the present one among them, have a value that reaches the
 * threshold. A period without datapoints reaches nothing where missing data is `notBreaching`, the one way the stack has it.
 */
export function goesOff(alarm: WatchedAlarm, metrics: Metrics, now: number): boolean {
  if (alarm.TreatMissingData !== 'notBreaching') throw new Error(`${alarm.TreatMissingData} is not evaluated here`);
  if (alarm.ComparisonOperator !== 'GreaterThanOrEqualToThreshold') throw new Error(alarm.ComparisonOperator);
  const length = alarm.Period * 1000;
  const present = Math.floor(now / length);
  const reached = Array.from({ length: alarm.EvaluationPeriods }, (_, back) => (present - back) * length).filter(
    (from) => {
      const values = metrics.values(alarm.identity, from, from + length);
      return values.length > 0 && statistic(alarm, values) >= alarm.Threshold;
    },
  );
  return reached.length >= (alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods);
}

function statistic({ Statistic, ExtendedStatistic }: DeclaredAlarm, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const percentile = /^p(\d+)$/.exec(ExtendedStatistic ?? '')?.[1];
  if (percentile !== undefined) return sorted[Math.ceil((sorted.length * Number(percentile)) / 100) - 1] ?? 0;
  if (Statistic === 'Maximum') return Math.max(...values);
  if (Statistic === 'Sum') return values.reduce((sum, value) => sum + value, 0);
  throw new Error(`${Statistic ?? ExtendedStatistic} is not evaluated here`);
}
