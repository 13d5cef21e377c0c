/** The metrics that functions send to CloudWatch and the stack's alarms watch. */

/**
 * The figures that are also metrics of the stack, with their units: only figures that an alarm watches. AWS bills every metric that ever existed
 * by the month; for other figures, query the logs.
 */
export const metricUnits = {
  server_errors: 'Count',
  events_given_up: 'Count',
  webhooks_disabled: 'Count',
  guessed_stores: 'Count',
  migrations_due: 'Count',
  overdue_seconds: 'Seconds',
} as const;

export type MetricName = keyof typeof metricUnits;
