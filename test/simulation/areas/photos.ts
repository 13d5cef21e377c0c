/** Photos of gift options: one is there as long as its option shows it, whole, and no longer. */
import { handler as create } from '../../../functions/api/gift-options/create-gift-option.ts';
import { handler as remove } from '../../../functions/api/gift-options/delete-gift-option.ts';
import { handler as get } from '../../../functions/api/gift-options/get-gift-option.ts';
import { handler as list } from '../../../functions/api/gift-options/list-gift-options.ts';
import * as contract from '../../../lib/contract/api/gift-options.ts';
import type { Area, Step } from '../engine/area.ts';
import { isExplained, type Operation } from '../engine/history.ts';
import { request } from '../engine/requests.ts';
import { apply, given, type Option, type State } from './gift-options-model.ts';
import { lookingAt, photoSteps } from './photo-steps.ts';

export const photos: Area = {
  name: 'photos of gift options',
  async begin({ sites: [, site], write: key }) {
    const site_id = site.id;
    const steps = photoSteps(site_id, key);
    const initial: Option[] = [];
    for (const name of ['Box', 'Wrap']) {
      const body = { name, position: initial.length };
      const made = request([create, contract.createGiftOption], { kind: 'create' }, { path: { site_id }, body, key });
      const { body: option } = await made.send();
      initial.push({
        id: option.id,
        created_at: option.created_at,
        ...given(body),
        position: body.position,
        photo: null,
      });
    }
    const at = (gift_option_id: string) => ({ path: { site_id, gift_option_id }, key });
    const reading = (id: string): Step =>
      lookingAt(request([get, contract.getGiftOption], { kind: 'get', id }, at(id)));
    const listing = (): Step => request([list, contract.listGiftOptions], { kind: 'list' }, { path: { site_id }, key });

    return {
      judge(history, { objects }) {
        if (!isExplained<State>({ options: initial, orders: {}, uploads: {} }, history.map(started), apply)) {
          return 'no order of events explains the answers';
        }
        const shown = photosShownAtLast(history);
        const left = objects.filter((name) => name.startsWith('media/')).toSorted();
        return JSON.stringify(left) === JSON.stringify(shown) ? undefined : `photos left: ${left}, shown: ${shown}`;
      },
      next(random) {
        const [first, second] = initial;
        const id = (random.chance(0.8) ? first?.id : second?.id) ?? '';
        if (random.chance(0.06)) return request([remove, contract.deleteGiftOption], { kind: 'delete', id }, at(id));
        return random.chance(0.3) ? reading(id) : steps.next(random, id);
      },
      last: () => [() => [...initial.map(({ id }) => reading(id)), ...steps.last(), listing()]],
    };
  },
};

/**
 * An upload that is begun holds nothing yet, so it may be judged by what its option was when it was read, even where the same
 * request was refused meanwhile: finishing it is judged again.
 */
const started = (operation: Operation): Operation =>
  operation.input.kind === 'start photo' ? { ...operation, notAfter: undefined } : operation;

function photosShownAtLast(history: readonly Operation[]): string[] {
  const listed = history.findLast(({ input: { kind } }) => kind === 'list');
  const options: { image: { url: string } | null }[] = listed?.answer?.body.data ?? [];
  return options.flatMap(({ image }) => (image ? [image.url.slice(1)] : [])).toSorted();
}
