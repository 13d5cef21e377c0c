/** `list-reviews` as `listReviews`. */
export const operationId = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
