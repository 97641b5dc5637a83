import { MAX_PRICE_RUPEES } from '@moviebooking/contract/money';
import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

export function PriceField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField
      label="Ticket Price (₹)"
      type="number"
      inputMode="decimal"
      required
      min={0}
      max={MAX_PRICE_RUPEES}
      step={0.01}
      {...props}
    />
  );
}
