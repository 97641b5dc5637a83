import { LoaderCircle } from 'lucide-react';

/** Without a label it is decorative, next to a text that says the same. */
export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={`${className} animate-spin motion-reduce:animate-none`} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
