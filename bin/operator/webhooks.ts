import { CancelReplayCommand } from '@aws-sdk/client-eventbridge';
import type { listDeliveries as deliveries } from '../../lib/resources/webhooks/functions.ts';
import { isPublicId } from '../../lib/schema/ids.ts';
import type { ResultOf } from '../../lib/schema/invocable.ts';
import { limits } from '../../lib/schema/limits.ts';
import { UsageError } from '../command-line/options.ts';
import { asLines, asTable, type Outcome, reported, type Session } from './command.ts';
import { confirm } from './confirmation.ts';
import { eventBridgeOf } from './invoke.ts';

interface Made {
  store: string;
  url: string;
  /** Names and prefixes with commas between them. */
  types: string | undefined;
  description: string | undefined;
}

const typesIn = (text: string | undefined): string[] | undefined => text?.split(',').map((each) => each.trim());

/** Creates a webhook and shows its secret: where the answer that held it was lost, the secret is replaced. */
export async function createWebhook({ store, url, types, description }: Made, { operator }: Session): Promise<Outcome> {
  const made = await operator(store).createWebhook({ url, types: typesIn(types), description });
  const result =
    made.secret === null ? await operator(store).rotateWebhookSecret({ webhook_id: made.webhook_id }) : made;
  return { result, text: shownWebhook(result), ok: true };
}

const typesOf = ({ types }: { types: string[] | null }): string => types?.join(',') ?? 'all';

const shownWebhook = (webhook: { types: string[] | null }): string => asLines({ ...webhook, types: typesOf(webhook) });

/** All webhooks of a store, newest first. */
export async function listWebhooks({ store }: { store: string }, { operator }: Session): Promise<Outcome> {
  const { data } = await operator(store).listWebhooks({});
  const columns = ['webhook_id', 'status', 'types', 'last_success_at', 'last_failure', 'url'] as const;
  const shown = data.map((each) => ({
    ...each,
    status: [each.status, each.disabled_reason].filter(Boolean).join(': '),
    types: typesOf(each),
    last_success_at: each.last_success_at ?? '',
    last_failure: each.last_failure ? `${each.last_failure.at} ${each.last_failure.message}` : '',
  }));
  return { result: { data }, text: asTable(columns, shown, `No webhooks in ${store}`), ok: true };
}

interface Change extends Partial<Made> {
  store: string;
  webhook: string;
  enable: boolean;
  disable: boolean;
}

/** Changes a webhook. Throws a `UsageError` if nothing is to be changed, or it is to be enabled and disabled. */
export async function updateWebhook(
  { store, webhook, url, types, description, enable, disable }: Change,
  { operator }: Session,
): Promise<Outcome> {
  if (enable && disable) throw new UsageError('Use either --enable or --disable');
  const status = enable ? 'enabled' : disable ? 'disabled' : undefined;
  const wanted = types === 'all' ? null : typesIn(types);
  const change = { url, types: wanted, description, status } as const;
  if (Object.values(change).every((value) => value === undefined))
    throw new UsageError('There is nothing to change: use --url, --types, --description, --enable or --disable');
  const result = await operator(store).updateWebhook({ webhook_id: webhook, ...change });
  return { result, text: shownWebhook(result), ok: true };
}

/** Deletes a webhook after the user has typed its id, or at once with `--yes`. */
export async function deleteWebhook(
  { store, webhook, yes }: { store: string; webhook: string; yes: boolean },
  { operator }: Session,
): Promise<Outcome> {
  const check = async () => {
    const { data } = await operator(store).listWebhooks({});
    if (!data.some(({ webhook_id }) => webhook_id === webhook)) throw new Error(`${store} has no webhook ${webhook}`);
  };
  if (!yes) await confirm(webhook, check);
  return reported(await operator(store).deleteWebhook({ webhook_id: webhook }));
}

/** Delivers one event of the type `webhook.test`. Not well where the receiver did not answer 2xx. */
export async function testWebhook(
  { store, webhook }: { store: string; webhook: string },
  { operator }: Session,
): Promise<Outcome> {
  const result = await operator(store).testWebhook({ webhook_id: webhook });
  return answered(result);
}

interface Answer {
  status: number | null;
  milliseconds: number;
  /** The reason for a failure; a service of an earlier version omits this field. */
  message?: string | null;
}

/** Not well unless the receiver answered 2xx. */
function answered<Result extends Answer>(result: Result): Outcome {
  const { status, milliseconds, message } = result;
  const why = message ? `: ${message}` : '';
  const text = status === null ? `No response${why}` : `Response ${status} in ${milliseconds} ms`;
  return { result, text, ok: status !== null && status >= 200 && status < 300 };
}

interface Listed {
  store: string;
  webhook: string;
  event: string | undefined;
  after: string | undefined;
  limit: number;
}

/** Attempts to deliver events, newest first. */
export async function listDeliveries(
  { store, webhook: webhook_id, event: event_id, after: first, limit }: Listed,
  { operator }: Session,
): Promise<Outcome> {
  const data: ResultOf<typeof deliveries>['data'] = [];
  let [after, has_more] = [first, limit > 0];
  while (has_more && data.length < limit) {
    const page: ResultOf<typeof deliveries> = await operator(store).listDeliveries({
      ...{ webhook_id, event_id, after },
      limit: Math.min(limit - data.length, limits.pageMaximum),
    });
    data.push(...page.data);
    after = page.data.at(-1)?.delivery_id;
    has_more = page.has_more;
  }
  const columns = ['at', 'event_id', 'type', 'attempt', 'status', 'milliseconds', 'next_at', 'message'] as const;
  const text = asTable(columns, data, 'No deliveries in the last 30 days');
  const more = has_more ? `\nMore follow: add --after ${after}` : '';
  return { result: { data, has_more }, text: `${text}${more}`, ok: true };
}

/** Delivers one event again. Not well unless the receiver answered 2xx. */
export const redeliver = async (
  { store, webhook, event }: { store: string; webhook: string; event: string },
  { operator }: Session,
): Promise<Outcome> => answered(await operator(store).redeliver({ webhook_id: webhook, event_id: event }));

interface ReplayOptions {
  store: string | undefined;
  webhook: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** Replays, or cancels a replay. Throws a `UsageError` if options are missing or contradict each other. */
export async function replayOrCancel(
  { cancel, ...given }: ReplayOptions & { cancel: string | undefined },
  session: Session,
): Promise<Outcome> {
  if (cancel === undefined) return replayWebhook(given, session);
  const [other] = (['store', 'webhook', 'from', 'to'] as const).filter((option) => given[option] !== undefined);
  if (other !== undefined) throw new UsageError(`--cancel cannot be used with --${other}`);
  return cancelReplay(cancel, session);
}

/** Replays the events of a past period to one webhook. Throws a `UsageError` if an option is missing. */
async function replayWebhook(
  { store, webhook: webhook_id, from, to }: ReplayOptions,
  { operator }: Session,
): Promise<Outcome> {
  if (store === undefined || webhook_id === undefined || from === undefined || to === undefined) {
    const given = { store, webhook: webhook_id, from, to };
    const missing = Object.entries(given).flatMap(([option, value]) => (value === undefined ? [`--${option}`] : []));
    throw new UsageError(`A replay also requires ${missing.join(', ')}`);
  }
  const result = await operator(store).replayWebhook({ webhook_id, from, to });
  return { result, text: asLines(result), ok: true };
}

/** Why EventBridge refuses to cancel a replay. */
const uncancelled: Readonly<Record<string, string>> = {
  ResourceNotFoundException: 'does not exist or has not started',
  IllegalStatusException: 'is not running',
};

/** Cancels a replay that EventBridge runs, with the credentials of the caller. The next sweep then starts the next replay. */
async function cancelReplay(id: string, { target }: Session): Promise<Outcome> {
  // A replay with another name belongs to a rule of the account.
  if (!isPublicId('replay', id)) throw new UsageError(`--cancel must be the id of a replay, rpl_…, not ${id}`);
  try {
    await eventBridgeOf(target).send(new CancelReplayCommand({ ReplayName: id }));
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw Object.hasOwn(uncancelled, name) ? new Error(`The replay ${id} ${uncancelled[name]}`) : error;
  }
  const result = { replay_id: id, status: 'cancelling' };
  return { result, text: asLines(result), ok: true };
}
