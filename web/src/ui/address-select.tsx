import { useAddress } from '../lib/address.ts';
import { filterLook } from './field.tsx';
import { type Option, Select } from './select.tsx';

interface AddressSelectProps {
  /** The filter's name in the address. */
  name: string;
  label: string;
  /** The option without a filter: "All Cinemas". */
  all: string;
  options: Option[];
  /** Another filter that a new choice clears. */
  clears?: string;
  className?: string;
}

/** A list's filter, kept in the address. */
export function AddressSelect({ name, label, all, options, clears, className = filterLook }: AddressSelectProps) {
  const { value, setFilters } = useAddress();
  return (
    <Select
      label={label}
      isLabelHidden
      value={value(name)}
      onChange={(chosen) => setFilters({ ...(clears && { [clears]: '' }), [name]: chosen })}
      options={[{ value: '', label: all }, ...options]}
      className={className}
    />
  );
}
