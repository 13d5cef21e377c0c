/** What the page of events does in a browser. */
interface ShownEvent {
  time: string;
  'detail-type': string;
  detail: { id: string; object: { id: string } };
}

/** The last attempt of a delivery. */
interface Delivery {
  webhook_id: string;
  event_id: string;
  attempt: number;
  status: number | null;
  failure: string | null;
  next_at: string | null;
}

const shownAtMost = 500;

const list = document.querySelector<HTMLElement>('#events');
const count = document.querySelector<HTMLElement>('#count');
const form = document.querySelector('form');

const events: ShownEvent[] = [];

/** By the event, its deliveries by their webhooks. */
const deliveries = new Map<string, Map<string, Delivery>>();

/** By the event, where its deliveries are shown. */
const places = new Map<string, { badge: HTMLElement; list: HTMLElement }>();

const wanted = (name: string): string => form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value.trim() ?? '';

const isWanted = (event: ShownEvent): boolean =>
  event['detail-type'].includes(wanted('type')) && event.detail.object.id.includes(wanted('object'));

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function rowOf(event: ShownEvent): HTMLElement {
  const row = document.createElement('details');
  const summary = document.createElement('summary');
  summary.append(
    element('time', event.time),
    ' ',
    element('strong', event['detail-type']),
    ' ',
    element('code', event.detail.object.id),
  );
  const place = { badge: element('span', ''), list: document.createElement('div') };
  places.set(event.detail.id, place);
  summary.append(' ', place.badge);
  row.append(summary, place.list, element('pre', JSON.stringify(event, undefined, 2)));
  showDeliveries(event.detail.id);
  return row;
}

function showDeliveries(id: string): void {
  const place = places.get(id);
  const made = [...(deliveries.get(id)?.values() ?? [])];
  if (!place || made.length === 0) return;
  const delivered = made.filter(({ failure }) => failure === null).length;
  place.badge.textContent = `delivered to ${delivered} of ${made.length}`;
  const table = document.createElement('table');
  const head = document.createElement('tr');
  for (const name of ['Webhook', 'Attempts', 'Status', 'Next attempt', '']) head.append(headOf(name));
  table.append(head, ...made.map(deliveryRow));
  const scrolling = document.createElement('div');
  scrolling.className = 'scrolling';
  scrolling.append(table);
  place.list.replaceChildren(scrolling);
}

function headOf(name: string): HTMLElement {
  const head = element(name === '' ? 'td' : 'th', name);
  if (name !== '') head.setAttribute('scope', 'col');
  return head;
}

function deliveryRow({ webhook_id, event_id, attempt, failure, status, next_at }: Delivery): HTMLElement {
  const row = document.createElement('tr');
  const again = element('button', 'Send again');
  again.setAttribute('aria-label', `Send again to ${webhook_id}`);
  again.addEventListener('click', () => sendAgain(again, { webhook_id, event_id }));
  const last = document.createElement('td');
  last.append(again);
  const ended = failure === null ? '' : 'given up';
  row.append(
    ...[webhook_id, String(attempt), failure ?? `Delivered (${status})`, next_at ?? ended].map((text) =>
      element('td', text),
    ),
    last,
  );
  return row;
}

/** What comes of it is shown as the next attempt. */
async function sendAgain(button: HTMLElement, delivery: { webhook_id: string; event_id: string }): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/events/deliveries', { method: 'POST', headers, body: JSON.stringify(delivery) });
  button.textContent = response.ok ? 'Queued' : 'Not queued';
}

function takeDelivery(delivery: Delivery): void {
  const known = deliveries.get(delivery.event_id) ?? new Map<string, Delivery>();
  known.set(delivery.webhook_id, delivery);
  deliveries.set(delivery.event_id, known);
  showDeliveries(delivery.event_id);
}

function showAll(): void {
  const found = events.filter(isWanted);
  list?.replaceChildren(...found.slice(-shownAtMost).reverse().map(rowOf));
  showCount(found.length);
}

function showCount(found: number): void {
  if (count) count.textContent = events.length === 0 ? 'No events yet.' : `${found} of ${events.length} events`;
}

function take(event: ShownEvent): void {
  events.push(event);
  if (isWanted(event)) list?.prepend(rowOf(event));
  while (list && list.children.length > shownAtMost) list.lastElementChild?.remove();
  showCount(events.filter(isWanted).length);
}

form?.addEventListener('input', showAll);
form?.addEventListener('submit', (submitted) => submitted.preventDefault());
const live = new EventSource('/events/live');
// A connection that comes back is sent everything again.
live.addEventListener('open', () => {
  events.length = 0;
  deliveries.clear();
  places.clear();
  list?.replaceChildren();
});
live.addEventListener('message', ({ data }) => take(JSON.parse(data)));
live.addEventListener('delivery', ({ data }) => takeDelivery(JSON.parse(data)));
