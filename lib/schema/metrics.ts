/** The metrics that functions send to CloudWatch and the stack's alarms watch. */

/**
 * The figures that are metrics of the stack as well, with their units: those that an alarm watches. AWS bills every metric that ever existed
 * by the month; any other question is one to the logs.
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
