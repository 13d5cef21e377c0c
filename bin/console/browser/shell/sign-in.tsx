import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, given } from '../parts/form.tsx';
import { goOn, openCalls } from '../state/open-calls.ts';
import { farewell, isRefusedKey, ServerKeyError, signIn, signOut } from '../state/session.ts';
import { recallUploads, uploads } from '../state/uploads.ts';

/** Asks for an API key. */
export function SignIn() {
  const [refused, setRefused] = useState('');
  const enter = async (fields: FormData) => {
    setRefused('');
    const apiKey = given(fields, 'api_key')?.trim() ?? '';
    try {
      await signIn(apiKey, { keep: fields.has('keep') });
      void recallUploads();
      void goOn();
    } catch (error) {
      if (error instanceof ServerKeyError) return setRefused(`${error.message}. Sign in with your own key.`);
      // Malformed keys are not sent; refused keys are not logged.
      if (!isRefusedKey(error) && /^[\x21-\x7e]+$/.test(apiKey)) throw error;
      setRefused('This is not an API key of this service. It may have expired or been revoked.');
    }
  };
  return (
    <main class="sign-in">
      <img src="/docs/favicon.svg" alt="" width="40" height="40" />
      <h1>Sign in to the console</h1>
      {farewell.value && <p role="status">{farewell.value}</p>}
      <Form submit="Sign in" onSubmit={enter}>
        <Field
          label="API key"
          name="api_key"
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          placeholder="sk_…"
          isWrong={refused !== ''}
        />
        {refused && (
          <p class="form-error" role="alert">
            {refused}
          </p>
        )}
        <label class="check">
          <input type="checkbox" name="keep" />
          <span>Stay signed in when I reload this tab</span>
        </label>
      </Form>
      <p class="quiet">
        Ask your administrator for a key. <a href="/docs/guides/console.html">How the console works</a>
      </p>
    </main>
  );
}

/** Signs out; asks first if a call is open, since its outcome would never be shown. */
export function SignOut() {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="plain" onClick={() => (openCalls() > 0 || uploads.value.length > 0 ? setAsks(true) : signOut())}>
        Sign out
      </Button>
      {asks && (
        <Dialog title="Sign out while a change is being saved?" onClose={() => setAsks(false)}>
          <p>A change has no response yet. If you sign out, the console cannot show whether it was saved.</p>
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
