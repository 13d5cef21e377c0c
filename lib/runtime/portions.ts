/** A list cut into portions of `size`, in its order; the last one may be smaller. */
export const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, portion) =>
    list.slice(portion * size, (portion + 1) * size),
  );
