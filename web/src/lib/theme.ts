/** The user's choice of theme. boot.js reads the same key before the first paint. */
import { create } from 'zustand';

export type Theme = 'light' | 'dark' | 'system';
const KEY = 'theme';

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }));

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }
  useTheme.setState({ theme });
}
