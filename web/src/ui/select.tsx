import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type Ref, useEffect, useId, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { controlLook, Field } from './field.tsx';
import { popupLook } from './menu.tsx';

export interface Option {
  value: string;
  label: string;
}

interface SelectProps {
  label: string;
  /** Shows the label only once something is chosen, on the edge, as for a filter next to a search box. */
  isLabelHidden?: boolean;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Marks the select as invalid; its message is shown elsewhere. */
  isInvalid?: boolean;
  required?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Select(props: SelectProps) {
  const { label, isLabelHidden, options, value, onChange, placeholder, isInvalid, required, className, ref } = props;
  const id = useId();
  const control = (
    <Base.Root items={options} value={value} onValueChange={(chosen) => chosen !== null && onChange(chosen)} id={id}>
      <Base.Trigger
        ref={ref}
        aria-label={isLabelHidden ? label : undefined}
        aria-labelledby={isLabelHidden ? undefined : `${id}-label`}
        aria-invalid={isInvalid ?? false}
        aria-required={required}
        data-edge={isLabelHidden && value ? label : undefined}
        className={cx(
          controlLook,
          'relative flex items-center justify-between gap-3 text-start',
          isLabelHidden && className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted" />
        <Base.Icon>
          <ChevronDown aria-hidden className="size-5 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          positionMethod="fixed"
          sideOffset={6}
          alignItemWithTrigger={false}
          className="z-50 outline-none"
        >
          <Base.Popup
            className={cx(
              popupLook,
              'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto',
              isLong(options) && 'w-80 max-w-(--available-width)',
            )}
          >
            <Options options={options} chosen={value} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
  if (isLabelHidden) return control;
  return (
    <Field id={id} label={label} required={required} className={className}>
      {control}
    </Field>
  );
}

const OPTIONS_PER_FRAME = 30;
const isLong = (options: Option[]) => options.length > OPTIONS_PER_FRAME;

/**
 * Renders hundreds of options in batches, so the list opens immediately, and skips styling those out of view. These keep the
 * height of visible ones, 1.75rem plus padding, so nothing moves under the pointer. The chosen option is always rendered: the
 * library clears a value whose option it can't find, which is why a change to null is not passed on above.
 */
function Options({ options, chosen }: { options: Option[]; chosen: string }) {
  const [count, setCount] = useState(OPTIONS_PER_FRAME);
  const untilChosen = options.findIndex(({ value }) => value === chosen) + 1;
  useEffect(() => {
    if (count >= options.length) return;
    const frame = requestAnimationFrame(() => setCount(count + OPTIONS_PER_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [count, options.length]);
  return options.slice(0, Math.max(count, untilChosen)).map((option) => (
    <Base.Item
      key={option.value}
      value={option.value}
      className={cx(
        'flex min-h-11 cursor-default items-center justify-between gap-4 rounded-sm px-3 py-2 -outline-offset-2 data-highlighted:bg-sunken',
        isLong(options) && '[contain-intrinsic-height:auto_1.75rem] [content-visibility:auto]',
      )}
    >
      <Base.ItemText>{option.label}</Base.ItemText>
      <Base.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent" />
      </Base.ItemIndicator>
    </Base.Item>
  ));
}
