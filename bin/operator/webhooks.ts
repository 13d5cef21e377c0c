import { UsageError } from '../command-line/options.ts';
import { asLines, asTable, type Outcome, type Session } from './command.ts';

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
  return { result, text: asLines(result), ok: true };
}

/** All webhooks of a store, newest first. */
export async function listWebhooks({ store }: { store: string }, { operator }: Session): Promise<Outcome> {
  const { data } = await operator(store).listWebhooks({});
  const columns = ['webhook_id', 'status', 'types', 'last_success_at', 'last_failure', 'url'] as const;
  const shown = data.map((each) => ({
    ...each,
    status: [each.status, each.disabled_reason].filter(Boolean).join(': '),
    types: each.types?.join(',') ?? 'all',
    last_success_at: each.last_success_at ?? '',
    last_failure: each.last_failure ? `${each.last_failure.at} ${each.last_failure.message}` : '',
  }));
  return { result: { data }, text: asTable(columns, shown), ok: true };
}

interface Change extends Partial<Made> {
  store: string;
  webhook: string;
  enable: boolean;
  disable: boolean;
}

/** Changes a webhook. Throws a `UsageError` where nothing is to be changed, or it is to be enabled and disabled. */
export async function updateWebhook(
  { store, webhook, url, types, description, enable, disable }: Change,
  { operator }: Session,
): Promise<Outcome> {
  if (enable && disable) throw new UsageError('--enable and --disable do not go together');
  const status = enable ? 'enabled' : disable ? 'disabled' : undefined;
  const wanted = types === 'all' ? null : typesIn(types);
  const change = { url, types: wanted, description, status } as const;
  if (Object.values(change).every((value) => value === undefined)) throw new UsageError('There is nothing to change');
  const result = await operator(store).updateWebhook({ webhook_id: webhook, ...change });
  return { result, text: asLines(result), ok: true };
}

/** Delivers one event of the type `webhook.test`. Not well where the receiver did not answer 2xx. */
export async function testWebhook(
  { store, webhook }: { store: string; webhook: string },
  { operator }: Session,
): Promise<Outcome> {
  const result = await operator(store).testWebhook({ webhook_id: webhook });
  const { status, milliseconds } = result;
  const text = status === null ? 'No answer' : `Answered ${status} in ${milliseconds} ms`;
  return { result, text, ok: status !== null && status >= 200 && status < 300 };
}
