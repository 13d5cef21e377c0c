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
      <p class="banner warn">Copy this code now. After you close this dialog, it cannot be shown again.</p>
      <code class="code">{code}</code>
      {recipient_email && <p class="quiet">It is also emailed to {recipient_email}.</p>}
      <div class="form-end">
        <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy code'}</Button>
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
