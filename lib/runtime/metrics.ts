/** CloudWatch's embedded metric format: a log line that says which of its fields are metrics, so that none needs a call. */
import { setting } from './settings.ts';

export type Unit = 'Milliseconds' | 'Count';

/**
 * The fields that turn a log line into metrics of the stack, by endpoint and over all of them; none where the setting
 * `METRICS_NAMESPACE` is absent. `metrics` names fields of the line, which must hold numbers; `timestamp` in milliseconds since 1970.
 */
export function embeddedMetrics(metrics: Readonly<Record<string, Unit>>, timestamp: number): object {
  const namespace = setting('METRICS_NAMESPACE');
  if (namespace === undefined) return {};
  return {
    _aws: {
      Timestamp: timestamp,
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [['operation'], []],
          Metrics: Object.entries(metrics).map(([Name, Unit]) => ({ Name, Unit })),
        },
      ],
    },
  };
}
