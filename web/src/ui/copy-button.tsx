import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../lib/language.ts';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

interface CopyButtonProps {
  text: string;
  label?: string;
  /** What is copied, for screen readers, if several buttons have the same label. */
  about?: string;
  size?: 'sm' | 'md';
}

export function CopyButton({ text, label = t('Copy'), about, size = 'md' }: CopyButtonProps) {
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
      <Button variant="secondary" size={size} onClick={() => void copy()}>
        <Icon aria-hidden className="-ml-1 size-4.5" /> {isCopied ? t('Copied') : label}
        {about && <span className="sr-only">{about}</span>}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && t('Copied')}
      </span>
    </>
  );
}
