/** Average of the published reviews' ratings, rounded to two decimals; null without any. */
export const ratingAverage = ({ review_count, rating_sum }: { review_count: number; rating_sum: number }) =>
  review_count > 0 ? Math.round((rating_sum * 100) / review_count) / 100 : null;
