import { CheckChips } from '../../ui/check-chips.tsx';

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const options = WEEKDAYS.map((label, index) => ({ value: index + 1, label }));

/** 1 is Monday. */
export function WeekdayPicker({ chosen, onChange }: { chosen: number[]; onChange: (chosen: number[]) => void }) {
  return <CheckChips legend="On" options={options} chosen={chosen} onChange={onChange} />;
}
