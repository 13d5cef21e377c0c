import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { codes, taken } from '../state/codes.ts';

/** Shows the code of a gift card, once. */
export function CodeDialog() {
  const [shown] = codes.value;
  const [isCopied, setCopied] = useState(false);
  if (!shown) return null;
  const { code, last4, recipient_email } = shown;
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  const close = () => {
    setCopied(false);
    taken();
  };
  return (
    <Dialog key={code} title={`The code of the card ending in ${last4}`} onClose={close}>
      {recipient_email ? (
        <p>
          This code is being emailed to {recipient_email}. You need to copy it only for another use: after you close
          this dialog, it cannot be shown again.
        </p>
      ) : (
        <p class="banner warn">Copy this code now. After you close this dialog, it cannot be shown again.</p>
      )}
      <code class="code">{code}</code>
      <div class="form-end">
        <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy code'}</Button>
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
