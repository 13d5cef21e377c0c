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
