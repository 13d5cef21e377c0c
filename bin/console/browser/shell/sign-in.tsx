import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Button, GuideLink } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, given } from '../parts/form.tsx';
import { goOn, openCalls } from '../state/open-calls.ts';
import { farewell, isAdding, isRefusedKey, ServerKeyError, session, signIn, signOut } from '../state/session.ts';
import { recallUploads, uploads } from '../state/uploads.ts';

/** Asks for an API key. */
export function SignIn() {
  const [refused, setRefused] = useState('');
  const enter = async (fields: FormData) => {
    setRefused('');
    const apiKey = given(fields, 'api_key')?.trim() ?? '';
    try {
      await signIn(apiKey, { keep: fields.has('keep') || isAdding.peek() });
    } catch (error) {
      return setRefused(refusalOf(error, apiKey));
    }
    // Where another store was added, the document is being replaced.
    if (!session.peek()) return;
    void recallUploads();
    void goOn();
  };
  return (
    <main class="sign-in">
      <img src="/docs/favicon.svg" alt="" width="40" height="40" />
      <h1>{isAdding.value ? 'Sign in to another store' : 'Sign in to the console'}</h1>
      {farewell.value && <p role="status">{farewell.value}</p>}
      <Form submit="Sign in" onSubmit={enter} onCancel={isAdding.value ? cancel : undefined}>
        <Field
          label="Name"
          hint="optional; your password manager stores the key under it"
          name="username"
          autocomplete="username"
        />
        <Field
          label="API key"
          name="api_key"
          type="password"
          required
          autocomplete="current-password"
          spellcheck={false}
          placeholder="sk_…"
          isWrong={refused !== ''}
        />
        {refused && (
          <p class="form-error" role="alert">
            {refused}
          </p>
        )}
        {!isAdding.value && (
          <label class="check">
            <input type="checkbox" name="keep" defaultChecked />
            <span>Stay signed in when I reload, and in other tabs</span>
          </label>
        )}
      </Form>
      <p class="quiet">
        Ask your administrator for a key. <GuideLink page="console.html">How the console works</GuideLink>
      </p>
    </main>
  );
}

/** Why a key is refused. Throws any other error; a malformed key is not sent. */
function refusalOf(error: unknown, apiKey: string): string {
  if (error instanceof ServerKeyError) return `${error.message}. Sign in with your own key.`;
  if (!isRefusedKey(error) && /^[\x21-\x7e]+$/.test(apiKey)) throw error;
  return 'This is not an API key of this service. It may have expired or been revoked.';
}

const cancel = (): void => {
  isAdding.value = false;
};

/** Whether the console asks before it signs out. */
const asksToLeave = signal(false);

/** Signs out; asks first if a call is open, since its outcome would never be shown. */
export function leave(): void {
  if (openCalls() > 0 || uploads.peek().length > 0) asksToLeave.value = true;
  else signOut();
}

/** The question before a sign-out. */
export function LeaveDialog() {
  if (!asksToLeave.value) return null;
  const stay = () => {
    asksToLeave.value = false;
  };
  return (
    <Dialog title="Sign out while a change is being saved?" onClose={stay}>
      <p>A change has no response yet. If you sign out, the console cannot show whether it was saved.</p>
      <div class="form-end">
        <Button kind="plain" onClick={stay}>
          Stay
        </Button>
        <Button kind="danger" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </Dialog>
  );
}
