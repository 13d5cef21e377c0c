import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { openCalls } from '../state/open-calls.ts';
import { signOut } from '../state/session.ts';
import { uploads } from '../state/uploads.ts';

/** Signs out; asks first where a call is open, since its outcome would never be told. */
export function SignOut() {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="plain" onClick={() => (openCalls() > 0 || uploads.value.length > 0 ? setAsks(true) : signOut())}>
        Sign out
      </Button>
      {asks && (
        <Dialog title="Sign out with a call open?" onClose={() => setAsks(false)}>
          <p>A call has no answer yet. If you sign out, the console forgets it and cannot show whether it was done.</p>
          <div class="form-end">
            <Button kind="plain" onClick={() => setAsks(false)}>
              Stay
            </Button>
            <Button kind="danger" onClick={signOut}>
              Sign out
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
