import type { Role } from '@moviebooking/contract/accounts';
import { useId } from 'react';
import { ROLES } from './roles.ts';

interface RoleRadiosProps {
  choices?: typeof ROLES;
  value: Role;
  onChange: (role: Role) => void;
}

export function RoleRadios({ choices = ROLES, value, onChange }: RoleRadiosProps) {
  const name = useId();
  return (
    <fieldset className="mt-4 flex flex-col gap-2">
      <legend className="sr-only">Role</legend>
      {choices.map(({ role, name: roleText, allows }) => (
        <label
          key={role}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={role === value}
            onChange={() => onChange(role)}
            className="mt-1 size-4 shrink-0 outline-none"
          />
          <span>
            <span className="block font-semibold">{roleText}</span>
            <span className="text-muted text-sm">{allows}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
