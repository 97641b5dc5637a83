import type { ComponentProps, ReactNode } from 'react';
import { changePath, type ReceivedBooking } from '../lib/bookings.ts';
import { useOnline } from '../lib/online.ts';
import { Button, ButtonLink } from './button.tsx';

interface ChangeSeatsLinkProps extends Pick<ComponentProps<typeof Button>, 'size' | 'className' | 'aria-describedby'> {
  booking: ReceivedBooking;
  children: ReactNode;
}

/** Leads to the seat map of the booking's show. Disabled offline, where nothing can be changed. */
export function ChangeSeatsLink({ booking, ...look }: ChangeSeatsLinkProps) {
  const isOnline = useOnline();
  if (!isOnline) return <Button disabled variant="secondary" {...look} />;
  return <ButtonLink to={changePath(booking)} variant="secondary" {...look} />;
}
