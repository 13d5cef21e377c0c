import { useState } from 'preact/hooks';
import { ApiError } from '../../../../lib/client/store-commerce.ts';
import {
  discard,
  isOfOpenUpload,
  pause,
  resume,
  type Target,
  type Upload,
  upload,
  uploadOf,
} from '../state/uploads.ts';
import { Button } from './button.tsx';
import { Problem, Progress } from './states.tsx';

interface UploadBoxProps {
  target: Target;
  label: string;
  hint: string;
  /** What the file picker offers, such as `image/png`. */
  accept?: string;
  /** Asks before a file is sent, unless the file continues an upload; `send` sends it. */
  ask?: ((file: File, send: () => Promise<unknown>) => void) | undefined;
  /** Gets the service's answer, once it has the file. */
  onDone(answer: unknown): void;
}

/** Takes a file by drop or by picker, and shows how far it has come. */
export function UploadBox({ target, label, hint, accept, ask, onDone }: UploadBoxProps) {
  const [isOver, setOver] = useState(false);
  const open = uploadOf(target);
  const finish = (answer: unknown) => answer !== undefined && onDone(answer);
  const take = (file: File | undefined) => {
    if (!file) return;
    const send = async () => finish(await upload(target, file));
    if (ask && !isOfOpenUpload(target, file)) ask(file, send);
    else void send();
  };
  if (open && isGoingOn(open)) return <Sending open={open} onResume={async () => finish(await resume(open))} />;
  return (
    <>
      {open?.progress.state === 'failed' && <Problem error={open.progress.error} />}
      {open && open.progress.state !== 'failed' && <Left open={open} />}
      <label
        class={`drop${isOver ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files[0]);
        }}
      >
        <b>{label}</b>
        <span class="quiet">{hint}</span>
        <input
          type="file"
          accept={accept}
          aria-label={label}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // The same file can be chosen again after a question that the person left.
            currentTarget.value = '';
          }}
        />
      </label>
    </>
  );
}

/** Whether the file may still arrive; one that the service has refused cannot, so another one is chosen. */
function isGoingOn({ progress }: Upload): boolean {
  if (progress.state === 'failed') return !(progress.error instanceof ApiError && progress.error.status < 500);
  return progress.state === 'running' || progress.state === 'paused';
}

function Sending({ open, onResume }: { open: Upload; onResume(): Promise<unknown> }) {
  const { name, size, progress } = open;
  const loaded = 'loaded' in progress ? progress.loaded : 0;
  const state = { running: 'Uploading', paused: 'Paused', failed: 'Stopped', waiting: '', unknown: '' }[progress.state];
  return (
    <div class="drop">
      <Progress label={`${state}: ${name}, ${sizeOf(loaded)} of ${sizeOf(size)}`} done={loaded} total={size} />
      {progress.state === 'failed' && <Problem error={progress.error} />}
      <div class="actions">
        {progress.state === 'running' ? (
          <Button onClick={() => pause(open)}>Pause</Button>
        ) : (
          <Button onClick={onResume}>Resume</Button>
        )}
        <Button kind="plain" onClick={() => discard(open)}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** The state after a reload. */
function Left({ open }: { open: Upload }) {
  return (
    <div class="banner warn">
      {open.progress.state === 'waiting' ? (
        <p>
          The upload of <b>{open.name}</b> was interrupted. Choose the same file again: only the missing parts are sent.
        </p>
      ) : (
        <p>
          We could not confirm the upload of <b>{open.name || 'the file'}</b>. Upload it again: it replaces the current
          file.
        </p>
      )}
      <Button onClick={() => discard(open)}>Discard</Button>
    </div>
  );
}

/** Bytes as people write them. */
export function sizeOf(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte'] as const;
  const power = Math.min(2, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  return new Intl.NumberFormat(undefined, {
    ...{ style: 'unit', unit: units[power], maximumFractionDigits: 1 },
    // The short form has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
  }).format(bytes / 1000 ** power);
}
