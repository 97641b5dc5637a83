import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuChoice } from '../../ui/menu.tsx';

const themes = [
  { value: 'light' as const, label: 'Light', icon: Sun },
  { value: 'dark' as const, label: 'Dark', icon: Moon },
  { value: 'system' as const, label: 'System', icon: Monitor },
];

export function ThemeMenu() {
  const theme = useTheme((state) => state.theme);
  const Icon = themes.find(({ value }) => value === theme)?.icon ?? Monitor;
  return (
    <Menu trigger={<IconButton icon={Icon} label="Theme" />}>
      <MenuChoice label="Theme" value={theme} options={themes} onChoose={chooseTheme} />
    </Menu>
  );
}
