/** A list cut into chunks of `size`, in its order; the last one may be smaller. */
export const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) => list.slice(chunk * size, (chunk + 1) * size));
