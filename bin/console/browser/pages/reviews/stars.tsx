/** A rating as people draw it. */
export const Stars = ({ rating }: { rating: number }) => (
  <span class="stars" role="img" aria-label={`${rating} of 5 stars`}>
    {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
  </span>
);
