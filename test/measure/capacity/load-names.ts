/** Loads by name, and how often a shop makes them: known before there are tables to record them on. */
import { type ActivityName, hoursOfMonth } from '../bench/cost.ts';

export const loadNames = [
  'orders',
  'payments',
  'joins',
  'rush',
  'reviews',
  'addresses',
  'reads',
  'pages',
  'uploads',
] as const;

export type LoadName = (typeof loadNames)[number];

/** A busy hour has so many times the requests of the month's mean. */
export const busyHour = 5;

const loadsOfActivities: Readonly<Partial<Record<ActivityName, LoadName>>> = {
  orders: 'orders',
  waiting: 'joins',
  reviews: 'reviews',
  pages: 'pages',
};

/** The requests of a shop in a second of a busy hour, by what it does in a month. */
export const busyHourOf = (month: Readonly<Partial<Record<ActivityName, number>>>): [LoadName, number][] =>
  Object.entries(loadsOfActivities).flatMap(([activity, load]) => {
    const inMonth = month[activity as ActivityName] ?? 0;
    return inMonth > 0 ? [[load, (busyHour * inMonth) / (hoursOfMonth * 3600)]] : [];
  });
