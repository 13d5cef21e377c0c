import { objectAt } from '../../../../support/aws/objects.ts';
import type { Step } from '../../engine/area.ts';

/** Looks whether a photo that was once shown is still there. */
export const looking = (image: string, path: string): Step => ({
  name: 'look at a photo',
  input: { kind: 'look', image, reads: true },
  identity: image,
  keyed: false,
  send: async () => ({ ok: true, body: { bytes: (await objectAt(path))?.bytes.length } }),
});
