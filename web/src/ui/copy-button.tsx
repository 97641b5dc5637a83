import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../lib/language.ts';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

interface CopyButtonProps {
  text: string;
  label?: string;
  /** The accessible name, with the label in it, if several buttons have the same label. */
  name?: string;
  size?: 'sm' | 'md';
}

export function CopyButton({ text, label = t('Copy'), name, size = 'md' }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      showToast(t('Your browser blocked copying. Please select the text and copy it yourself.'), 'danger');
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button variant="secondary" size={size} aria-label={isCopied ? undefined : name} onClick={() => void copy()}>
        <Icon aria-hidden className="-ms-1 size-4.5" /> {isCopied ? t('Copied') : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && t('Copied')}
      </span>
    </>
  );
}
