import { ACCESSIBILITY, ACCESSIBILITY_NAMES, type Accessibility } from '@moviebooking/contract/accessibility';
import { CheckChips } from './check-chips.tsx';

export const accessibilityOptions = ACCESSIBILITY.map((value) => ({
  value,
  label: `${ACCESSIBILITY_NAMES[value]} (${value})`,
}));

interface AccessibilityPickerProps {
  chosen: readonly Accessibility[];
  onChange: (chosen: Accessibility[]) => void;
}

export function AccessibilityPicker(props: AccessibilityPickerProps) {
  return <CheckChips legend="Accessibility" options={accessibilityOptions} {...props} />;
}
