interface CheckFilterProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function CheckFilter({ label, isChecked, onChange }: CheckFilterProps) {
  return (
    <label className="flex h-11 cursor-pointer items-center gap-2 whitespace-nowrap px-1 font-medium text-sm lg:h-9">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5"
      />
      {label}
    </label>
  );
}
