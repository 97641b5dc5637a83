/** The user's theme. boot.js reads the same storage key before the first paint. */
import { create } from 'zustand';
import { storage } from './storage.ts';

export type Theme = 'light' | 'dark' | 'system';
const KEY = 'theme';

function storedTheme(): Theme {
  const stored = storage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }));

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    storage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = theme;
    storage.setItem(KEY, theme);
  }
  useTheme.setState({ theme });
}
