/** What the page of events does in a browser. */
interface ShownEvent {
  time: string;
  'detail-type': string;
  detail: { object: { id: string } };
}

const shownAtMost = 500;

const list = document.querySelector<HTMLElement>('#events');
const count = document.querySelector<HTMLElement>('#count');
const form = document.querySelector('form');

const events: ShownEvent[] = [];

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
  row.append(summary, element('pre', JSON.stringify(event, undefined, 2)));
  return row;
}

function showAll(): void {
  const found = events.filter(isWanted);
  list?.replaceChildren(...found.slice(-shownAtMost).reverse().map(rowOf));
  tell(found.length);
}

function tell(found: number): void {
  if (count) count.textContent = events.length === 0 ? 'No events yet.' : `${found} of ${events.length} events`;
}

function take(event: ShownEvent): void {
  events.push(event);
  if (isWanted(event)) list?.prepend(rowOf(event));
  while (list && list.children.length > shownAtMost) list.lastElementChild?.remove();
  tell(events.filter(isWanted).length);
}

form?.addEventListener('input', showAll);
form?.addEventListener('submit', (submitted) => submitted.preventDefault());
const live = new EventSource('/events/live');
// A connection that comes back is sent everything again.
live.addEventListener('open', () => {
  events.length = 0;
  list?.replaceChildren();
});
live.addEventListener('message', ({ data }) => take(JSON.parse(data)));
