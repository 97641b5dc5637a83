import { Monitor, Moon, Sun } from 'lucide-react';
import { t } from '../../lib/language.ts';
import { chooseTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/button.tsx';

const themes = {
  system: { name: t('System'), icon: Monitor, next: 'light' },
  light: { name: t('Light'), icon: Sun, next: 'dark' },
  dark: { name: t('Dark'), icon: Moon, next: 'system' },
} as const satisfies Record<Theme, { name: string; icon: unknown; next: Theme }>;

/** Cycles through system, light and dark. For three states, a menu isn't worth its code on the first page. */
export function ThemeButton() {
  const { name, icon, next } = themes[useTheme((state) => state.theme)];
  return (
    <IconButton
      icon={icon}
      label={t('Theme: {name}', { name })}
      title={t('Theme: {name}. Switch to {next}', { name, next: themes[next].name })}
      onClick={() => chooseTheme(next)}
    />
  );
}
