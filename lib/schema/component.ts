import * as z from 'zod/mini';

/** The schemas that are in the reference under names of their own. */
export const components = z.registry<{ id: string }>();

/** The schema of an object that is a component of the reference, named `id`, as generated clients name its type. */
export function component<const Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return z.object(shape).register(components, { id });
}
