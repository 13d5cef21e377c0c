/** What replaces content: while it loads, if there is nothing, if loading failed, and while a change runs. */
import type { ComponentChildren } from 'preact';
import { ApiError, ConnectionError, NotFoundError, ServerError } from '../../../../lib/client/store-commerce.ts';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';

interface EmptyProps {
  title: string;
  /** A button that leads out of here. */
  action?: ComponentChildren;
  children: ComponentChildren;
}

/** Where nothing is: what would be here, and how it gets here. */
export function Empty({ title, action, children }: EmptyProps) {
  return (
    <div class="state">
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** As high as the rows that will be there. */
export function Skeleton({ rows = 8, height }: { rows?: number | undefined; height: string }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} style={{ height }} />
      ))}
    </div>
  );
}

type Tone = 'good' | 'bad' | 'quiet' | 'warn';

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** An input that cannot be sent; `message` says what to write. */
export class FieldError extends Error {
  readonly param: string;

  constructor(param: string, message: string) {
    super(message);
    this.param = param;
  }
}

/** What went wrong, in the service's own words. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const again = error instanceof ServerError ? ' Try again; it will not be applied twice.' : '';
    return `${sentence(error.message)}${again}`;
  }
  if (error instanceof FieldError) return error.message;
  if (error instanceof ConnectionError) return 'Connection lost. Try again; it will not be applied twice.';
  return 'Something went wrong. Reload this page.';
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What went wrong, with a button for the details that the operator of the service asks for. */
export function Problem({ error }: { error: unknown }) {
  return (
    <p class="form-error" role="alert">
      {errorText(error)}
      <CopyDetails error={error} />
    </p>
  );
}

function CopyDetails({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || !error.requestId) return null;
  const details = `${error.status} ${error.code}, request ${error.requestId}`;
  return <Copy words="Copy details" text={details} copied={`${details}: ${error.message}`} />;
}

interface FailureProps {
  error: unknown;
  onAgain(): void;
}

/** In place of what could not be read. */
export function Failure({ error, onAgain }: FailureProps) {
  const isLost = error instanceof ConnectionError;
  return (
    <div class="state" role="alert">
      <h2>{titleOf(error)}</h2>
      <p>
        {isLost ? 'Check your connection.' : error instanceof ApiError ? sentence(error.message) : errorText(error)}
      </p>
      {!(error instanceof NotFoundError) && <Button onClick={onAgain}>Try again</Button>}
      <CopyDetails error={error} />
    </div>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof ConnectionError) return 'No response';
  return error instanceof NotFoundError ? 'Not found' : 'This could not be read';
}

interface ProgressProps {
  label: string;
  done: number;
  total: number;
}

/** How far something has come. */
export function Progress({ label, done, total }: ProgressProps) {
  return (
    <div class="progress">
      <span>{label}</span>
      <progress value={done} max={total} aria-label={label} />
    </div>
  );
}
