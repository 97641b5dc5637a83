import { Link, type LinkProps } from 'react-router';

export function TextLink(props: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...props}
      className="rounded-sm font-semibold text-accent underline decoration-1 underline-offset-4 hover:decoration-2"
    />
  );
}
