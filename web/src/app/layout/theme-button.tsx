import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/button.tsx';

const themes = {
  system: { name: 'System', icon: Monitor, next: 'light' },
  light: { name: 'Light', icon: Sun, next: 'dark' },
  dark: { name: 'Dark', icon: Moon, next: 'system' },
} as const satisfies Record<Theme, { name: string; icon: unknown; next: Theme }>;

/** Cycles through system, light and dark. For three states, a menu isn't worth its code on the first page. */
export function ThemeButton() {
  const { name, icon, next } = themes[useTheme((state) => state.theme)];
  return (
    <IconButton
      icon={icon}
      label={`Theme: ${name}`}
      title={`Theme: ${name}. Switch to ${themes[next].name}`}
      onClick={() => chooseTheme(next)}
    />
  );
}
