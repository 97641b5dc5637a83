import type { Analytics } from '@moviebooking/contract/admin';
import { formatPercent } from '../../lib/numbers.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { useRovingFocus } from './use-roving-focus.ts';
import { describeHour, hourName, WEEKDAYS } from './wording.ts';

type Slot = Analytics['occupancyByHour'][number];

/** Percent of the primary colour in a cell: few enough steps to tell apart, all readable behind a number. */
const STEPS = [8, 24, 44, 72, 100];
const DARK_TEXT_UNTIL = 44;

/** Fuller is darker in the light theme, and brighter in the dark one. */
const cellStyle = (percent: number) => ({
  background: `color-mix(in srgb, var(--color-primary) ${percent}%, var(--color-surface))`,
  color: percent <= DARK_TEXT_UNTIL ? 'var(--color-ink)' : 'var(--color-on-primary)',
});

const shade = (share: number) => cellStyle(STEPS[Math.min(STEPS.length - 1, Math.floor(share * STEPS.length))] ?? 0);

/** Weekdays by hours; the arrow keys move in both directions. Omits hours in which no show starts. */
export function HeatMap({ label, slots }: { label: string; slots: Slot[] }) {
  const hours = [...new Set(slots.map(({ hour }) => hour))].sort((a, b) => a - b);
  const { active, hide, itemProps } = useRovingFocus(hours.length * WEEKDAYS.length, hours.length);
  const fullest = Math.max(...slots.map(({ occupancy }) => occupancy), 0.01);
  const bySlot = new Map(slots.map((slot) => [`${slot.weekday} ${slot.hour}`, slot]));
  const columns = { gridTemplateColumns: `2.75rem repeat(${hours.length}, minmax(0, 1fr))` };
  const describe = (index: number) => {
    const [weekday, hour] = [Math.floor(index / hours.length) + 1, hours[index % hours.length] ?? 0];
    const slot = bySlot.get(`${weekday} ${hour}`);
    return { slot, text: describeHour(weekday, hour, slot) };
  };
  return (
    <div className="relative">
      <ul aria-label={label} className="flex flex-col gap-1">
        {WEEKDAYS.map((day, row) => (
          <li key={day} style={columns} className="grid items-center gap-1">
            <span aria-hidden className="text-muted text-xs">
              {day.slice(0, 3)}
            </span>
            {hours.map((hour, column) => {
              const index = row * hours.length + column;
              const { slot, text } = describe(index);
              return (
                <button
                  key={hour}
                  type="button"
                  {...itemProps(index)}
                  aria-label={text}
                  data-percent={slot && Math.round(slot.occupancy * 100)}
                  style={slot ? shade(slot.occupancy / fullest) : undefined}
                  className="h-9 cursor-default! rounded-xs border border-line font-medium text-[0.625rem] tabular-nums before:content-[attr(data-percent)] sm:text-xs"
                />
              );
            })}
          </li>
        ))}
      </ul>
      <div aria-hidden style={columns} className="mt-1.5 grid gap-1 text-center text-muted text-xs">
        <span />
        {hours.map((hour) => (
          <span key={hour} className="wrap-normal leading-tight max-sm:text-[0.625rem]">
            {hourName(hour)}
          </span>
        ))}
      </div>
      <div aria-hidden className="mt-4 flex items-center gap-2 text-muted text-xs">
        0%
        {STEPS.map((percent) => (
          <span key={percent} style={cellStyle(percent)} className="h-3 w-7 rounded-xs border border-line" />
        ))}
        {formatPercent(fullest)}
      </div>
      {active !== null && (
        <ChartTooltip
          at={(active % hours.length) / Math.max(1, hours.length - 1)}
          top={`${Math.floor(active / hours.length) * 2.5}rem`}
          onLeave={hide}
        >
          {describe(active).text}
        </ChartTooltip>
      )}
    </div>
  );
}
