import type { ComponentChildren } from 'preact';

/** Where nothing is: what would be here, and how it gets here. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

/** As high as the rows that will be there. */
export function Skeleton({ rows = 8, height }: { rows?: number; height: string }) {
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
