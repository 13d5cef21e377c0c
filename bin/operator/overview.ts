/** The figures of a store at a glance. */
import { asLines, asMoney, type Outcome, type Session } from './command.ts';
import { withApi } from './login.ts';

/** The figures that the API key may see; the others show as none. */
export const showOverview = ({ store }: { store: string }, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => {
    const [overview, key] = await Promise.all([shop.overview.get(), shop.key.get()]);
    const { liability } = overview;
    const shown = { ...overview, liability: liability === null ? null : asMoney(liability, key.store.currency) };
    return { result: overview, text: asLines(shown), ok: true };
  });
