import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      showToast('Your browser blocked copying. Please select the text and copy it yourself.', 'danger');
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        <Icon aria-hidden className="-ml-1 size-4.5" /> {isCopied ? 'Copied' : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  );
}
