import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

interface CopyProps {
  /** What the button says. */
  words: string;
  /** What it shows when it is pressed. */
  text: string;
  /** What it copies, if that is more than it shows. */
  copied?: string;
}

/** Copies a text, and shows it as well: a browser may refuse the clipboard. */
export function Copy({ words, text, copied = text }: CopyProps) {
  const [isShown, setShown] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    setShown(true);
    await navigator.clipboard.writeText(copied).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <span class="copy">
      {isShown && <code>{text}</code>}
      <Button kind="plain" data-reads onClick={copy}>
        {isCopied ? 'Copied' : words}
      </Button>
    </span>
  );
}

/** The id of what the page shows by name. */
export const CopyId = ({ id }: { id: string }) => <Copy key={id} words="Copy id" text={id} />;
